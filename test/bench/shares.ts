import { ENTITY_TYPES, type EntityType, kindOf } from '@app/anonymization';

interface Place {
  start: number;
  end: number;
}

/** A text and its marked values. */
export interface Annotated {
  text: string;
  spans: readonly (Place & { label: string })[];
}

/** What detection found in a text. */
export type Found = readonly (Place & { type: EntityType })[];

export interface Shares {
  /** Number of marked values of the kinds */
  values: number;
  /** Share of the findings that are marked values (start and end equal) */
  precision: number;
  /** Share of the values that are found (start and end equal) */
  recall: number;
  /** Share of the values that findings of any kind cover completely */
  covered: number;
}

/** The kinds that annotated texts mark. */
export const MEASURED: readonly EntityType[] = ENTITY_TYPES.filter(
  (kind) => kindOf(kind).annotatedAs.length > 0,
);

/** Returns the shares of the values of these kinds. `found` is in the order of `documents`. */
export function sharesOf(
  kinds: readonly EntityType[],
  documents: readonly Annotated[],
  found: readonly Found[],
): Shares {
  const labels = new Set(kinds.flatMap((kind) => kindOf(kind).annotatedAs));
  let [hits, predictions, values, covered] = [0, 0, 0, 0];
  for (const [at, { text, spans }] of documents.entries()) {
    const all = found[at] ?? [];
    const gold = spans.filter(({ label }) => labels.has(label)).map((span) => trimmed(text, span));
    const mine = all.filter(({ type }) => kinds.includes(type)).map((span) => trimmed(text, span));
    const keys = new Set(gold.map(({ start, end }) => `${start} ${end}`));
    hits += mine.filter(({ start, end }) => keys.has(`${start} ${end}`)).length;
    predictions += mine.length;
    values += gold.length;
    covered += gold.filter((value) => isCovered(text, value, all)).length;
  }
  const share = (part: number, whole: number): number => part / Math.max(1, whole);
  return {
    values,
    precision: share(hits, predictions),
    recall: share(hits, values),
    covered: share(covered, values),
  };
}

/** Returns the share of the findings that touch no marked value. */
export function mistakenShare(documents: readonly Annotated[], found: readonly Found[]): number {
  let [mistaken, findings] = [0, 0];
  for (const [at, { spans }] of documents.entries()) {
    const all = found[at] ?? [];
    findings += all.length;
    mistaken += all.filter(
      ({ start, end }) => !spans.some((value) => value.start < end && start < value.end),
    ).length;
  }
  return mistaken / Math.max(1, findings);
}

/** Punctuation at the edges of a span does not count as an error. */
function trimmed(text: string, { start, end }: Place): Place {
  const written = text.slice(start, end);
  const lead = written.length - written.replace(/^[\s"'(]+/, '').length;
  return { start: start + lead, end: start + written.replace(/[\s"',;.:)]+$/, '').length };
}

function isCovered(text: string, { start, end }: Place, found: readonly Place[]): boolean {
  for (let at = start; at < end; at += 1)
    if (/[\p{L}\p{N}]/u.test(text[at] ?? '') && !found.some((span) => span.start <= at && at < span.end))
      return false;
  return true;
}
