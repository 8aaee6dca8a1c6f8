import { BlockedByPolicy, decideAll, type Rules, type Span } from '@app/anonymization';
import type { TextPlace } from './reading/text-places';

/** Consecutive parts of one message, as the one text that a model reads. */
export interface TextRun {
  text: string;
  field: string | undefined;
  /** The places of its parts among all texts, and where each part begins in `text`. */
  parts: { place: number; start: number; end: number }[];
}

/** The runs of more than one part. */
export function runsOf(places: readonly TextPlace[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const [place, { text, field, continues }] of places.entries()) {
    const last = runs.at(-1);
    const start = continues ? (last?.parts.at(-1)?.end ?? 0) : 0;
    const part = { place, start, end: start + text.length };
    if (continues && last) last.parts.push(part);
    else runs.push({ text: '', field, parts: [part] });
  }
  return runs
    .filter(({ parts }) => parts.length > 1)
    .map((run) => ({ ...run, text: run.parts.map(({ place }) => places[place]!.text).join('') }));
}

/**
 * Finds what is to be hidden in each part because of the parts beside it.
 *
 * @param runs with what the recognizers found in each
 * @returns spans by the place of their part; a value that is divided has one in each of its parts
 * @throws BlockedByPolicy if a run is new and holds what the policy blocks
 */
export async function decideRuns(
  rules: Rules,
  runs: readonly (TextRun & { spans: readonly Span[] })[],
  signal: AbortSignal,
): Promise<Map<number, Span[]>> {
  const decided = await decideAll(
    rules,
    runs.map(({ text, spans, field }) => ({ text, spans, isNew: field !== undefined })),
    signal,
  );
  const byPlace = new Map<number, Span[]>();
  for (const [i, { parts, field }] of runs.entries()) {
    const { spans, blocked } = decided[i]!;
    if (blocked.length > 0) throw new BlockedByPolicy(field!, blocked);
    let first = 0;
    for (const span of spans.toSorted((one, other) => one.start - other.start)) {
      while (parts[first]!.end <= span.start) first += 1;
      for (let at = first; at < parts.length && parts[at]!.start < span.end; at += 1) {
        const { place, start, end } = parts[at]!;
        const known = byPlace.get(place) ?? [];
        byPlace.set(place, known);
        if (start < end) known.push(within(span, start, end));
      }
    }
  }
  return byPlace;
}

/** The piece of a span that lies in a part. It is a value of its own. */
function within({ canonical, ...span }: Span, start: number, end: number): Span {
  const isWhole = span.start >= start && span.end <= end;
  const clipped = { start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start };
  return { ...span, ...clipped, ...(isWhole && canonical !== undefined && { canonical }) };
}
