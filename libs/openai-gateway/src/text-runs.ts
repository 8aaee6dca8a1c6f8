import { BlockedByPolicy, decideAll, type Rules, type Span } from '@app/anonymization';
import type { TextPlace } from './reading/text-places';

/** Consecutive parts of one message, joined into the text that a model reads. */
export interface TextRun {
  text: string;
  field: string | undefined;
  /** Its parts: the index among all texts, and the range in `text`. */
  parts: { place: number; start: number; end: number }[];
}

/** Returns the runs of at least two parts. */
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
 * Finds the spans that each part must hide because of the parts before and after it.
 *
 * @param runs with the detected spans of each run
 * @returns spans by the index of their part. A value that is divided has one span in each of its parts.
 * @throws BlockedByPolicy if a run is new and contains what the policy blocks
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

/** Returns the piece of a span inside a part, as a separate value. */
function within({ canonical, ...span }: Span, start: number, end: number): Span {
  const isWhole = span.start >= start && span.end <= end;
  const clipped = { start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start };
  return { ...span, ...clipped, ...(isWhole && canonical !== undefined && { canonical }) };
}
