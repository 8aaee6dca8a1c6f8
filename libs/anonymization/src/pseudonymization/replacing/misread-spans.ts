import type { TimeSlice } from '@app/common';
import type { EntityType } from '../../kinds/entity-type';
import { AnswerRestorer } from '../restoring/answer-restorer';
import type { Reading } from '../restoring/answer-words';
import type { ReplacementIndex } from '../restoring/replacement-index';
import { SentReplacements } from '../restoring/sent-replacements';
import type { Range } from '../../text/spans/ranges';
import type { Span } from '../../text/spans/span';
import { mergeSpans } from '../../text/spans/unite-spans';
import { WholeWords } from './spans-to-hide';

/** A span of the input, and the position of its replacement in the output. */
export interface Placement extends Range {
  type: EntityType;
  outStart: number;
  outEnd: number;
}

/**
 * Returns the pieces of a text that would not be restored exactly: larger pieces with each round, finally the whole text.
 * Empty if the text is restored byte for byte.
 */
export async function misreadSpans(
  text: string,
  draft: { text: string; placements: readonly Placement[] },
  index: ReplacementIndex,
  round: number,
  slice: TimeSlice,
): Promise<Span[]> {
  const readings: Reading[] = [];
  const sent = await new SentReplacements(index, 'all').read([draft.text], slice);
  const restorer = new AnswerRestorer(index, sent, (reading) => readings.push(reading));
  const restored = await restorer.restore(draft.text, true, slice);
  if (restored === text) return [];
  const wrong = round > 2 ? [] : wrongSpans(text, draft.placements, readings);
  if (wrong.length === 0) return [{ start: 0, end: text.length, type: 'Names' }];
  const words = new WholeWords(text);
  const widened: Span[] = [];
  for (const span of wrong) {
    const whole = await words.around(span, slice);
    widened.push(round === 0 ? whole : toBlanks(text, whole));
    if (slice.isOver) await slice.next();
  }
  return mergeSpans(widened);
}

function wrongSpans(text: string, placements: readonly Placement[], readings: readonly Reading[]): Span[] {
  const wrong: Span[] = [];
  const read = new Set<Placement>();
  let next = 0;
  let shift = 0;
  for (const { start, end, type, restored } of readings) {
    for (; next < placements.length && (placements[next]?.outEnd ?? 0) <= start; next += 1) {
      const passed = placements[next];
      if (passed) shift = passed.end - passed.outEnd;
    }
    const covered: Placement[] = [];
    for (let at = next; at < placements.length; at += 1) {
      const placement = placements[at];
      if (!placement || placement.outStart >= end) break;
      covered.push(placement);
    }
    const first = covered[0];
    const last = covered.at(-1);
    const from = first && first.outStart < start ? first.start : start + shift;
    const to = last ? last.end + Math.max(0, end - last.outEnd) : end + shift;
    const aligned = (!first || first.outStart >= start) && (!last || last.outEnd <= end);
    if (aligned && text.slice(from, to) === restored) for (const placement of covered) read.add(placement);
    else wrong.push({ start: from, end: to, type: last?.type ?? type });
  }
  for (const placement of placements) {
    if (!read.has(placement))
      wrong.push({ start: placement.start, end: placement.end, type: placement.type });
  }
  return wrong;
}

function toBlanks(text: string, span: Span): Span {
  let { start, end } = span;
  while (start > 0 && /\S/.test(text[start - 1] ?? '')) start -= 1;
  while (end < text.length && /\S/.test(text[end] ?? '')) end += 1;
  return { start, end, type: span.type };
}
