import { SAMPLE_RATE } from '../audio/sample-rate';
import { WINDOW } from './speech-probability';
import type { Span } from './speech-piece';

const PAUSE = 0.35;
/** Pauses in the first part of a piece are left alone, so that pieces stay long. */
const EARLIEST_CUT = 0.4;

export const isPause = (probability: number): boolean => probability < PAUSE;

/**
 * Where to cut windows that are too many: in the middle of the longest pause, the later of two; where nobody pauses,
 * at the window that is least like speech.
 *
 * @returns how many windows come before the cut, at least one and less than all
 */
export function bestCut(probabilities: readonly number[]): number {
  const earliest = Math.max(1, Math.floor(probabilities.length * EARLIEST_CUT));
  let best = { length: 0, middle: 0 };
  let run = 0;
  for (let i = earliest; i < probabilities.length; i++) {
    run = isPause(probabilities[i]!) ? run + 1 : 0;
    if (run > 0 && run >= best.length) best = { length: run, middle: i - Math.floor(run / 2) };
  }
  if (best.length > 0) return best.middle;
  const candidates = probabilities.slice(earliest);
  return earliest + candidates.indexOf(Math.min(...candidates));
}

/** Runs of windows that are no pause, in seconds. */
export function speechSpans(probabilities: readonly number[]): Span[] {
  const seconds = (window: number) => (window * WINDOW) / SAMPLE_RATE;
  const spans: Span[] = [];
  let begin: number | undefined;
  for (let i = 0; i <= probabilities.length; i++) {
    const speech = i < probabilities.length && !isPause(probabilities[i]!);
    if (speech) begin ??= i;
    else if (begin !== undefined) {
      spans.push({ start: seconds(begin), end: seconds(i) });
      begin = undefined;
    }
  }
  return spans;
}
