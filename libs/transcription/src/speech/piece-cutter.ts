import { SAMPLE_RATE } from '../audio/audio-source';
import { joined, type PieceLimits, type SpeechPiece, type TimeSpan } from './speech-piece';
import { WINDOW } from './speech-model';

const PAUSE = 0.35;
/** Pauses in the first part of a piece are not used, so that pieces stay long. */
const EARLIEST_CUT = 0.4;

const isPause = (probability: number): boolean => probability < PAUSE;

/**
 * Returns where to cut a piece that is too long: in the middle of the longest pause, the later of two; without a pause, at
 * the window that is least likely speech.
 *
 * @returns the number of windows before the cut, at least one and fewer than all
 */
function bestCut(probabilities: readonly number[]): number {
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

/** Returns the runs of windows that are not a pause, in seconds. */
function speechSpans(probabilities: readonly number[]): TimeSpan[] {
  const seconds = (window: number) => (window * WINDOW) / SAMPLE_RATE;
  const spans: TimeSpan[] = [];
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

const SPEECH = 0.5;
const windows = (seconds: number) => Math.floor((seconds * SAMPLE_RATE) / WINDOW);
/** The silence that is kept before and after speech, because it contains faint sounds. */
const MARGIN = windows(0.4);
/** Fewer windows of speech than this are a click. */
const LEAST_SPEECH = 3;

interface JudgedWindow {
  samples: Int16Array;
  probability: number;
}

/**
 * Cuts a recording, window by window, into pieces that contain its speech: at long pauses, and in speech that is too long,
 * in the middle of its best short pause. Every window of speech is in exactly one piece. Silence between pieces is left
 * out.
 */
export class PieceCutter {
  private pending: JudgedWindow[] = [];
  private speaking = false;
  private quiet = 0;
  private seen = 0;
  private readonly longest: number;
  private readonly pause: number;

  constructor({ longest, pause }: PieceLimits) {
    this.longest = windows(longest);
    this.pause = Math.max(windows(pause), 2 * MARGIN);
  }

  /** @returns a piece if this window completes one */
  push(samples: Int16Array, probability: number): SpeechPiece | undefined {
    this.pending.push({ samples, probability });
    this.seen++;
    this.quiet = isPause(probability) ? this.quiet + 1 : 0;
    if (!this.speaking) {
      this.speaking = probability >= SPEECH;
      if (!this.speaking && this.pending.length > MARGIN) this.pending.shift();
      return undefined;
    }
    if (this.quiet >= this.pause) return this.flush();
    if (this.pending.length < this.longest) return undefined;
    return this.emit(bestCut(this.pending.map((window) => window.probability)));
  }

  /** Returns the last piece at the end of the recording. */
  flush(): SpeechPiece | undefined {
    if (!this.speaking) return undefined;
    const piece = this.emit(this.pending.length - Math.max(this.quiet - MARGIN, 0));
    this.pending = this.pending.slice(-MARGIN);
    this.speaking = false;
    return piece;
  }

  private emit(count: number): SpeechPiece | undefined {
    const start = ((this.seen - this.pending.length) * WINDOW) / SAMPLE_RATE;
    const taken = this.pending.slice(0, count);
    this.pending = this.pending.slice(count);
    if (taken.filter(({ probability }) => probability >= SPEECH).length < LEAST_SPEECH) return undefined;
    return {
      samples: joined(taken.map(({ samples }) => samples)),
      start,
      speech: speechSpans(taken.map((window) => window.probability)),
    };
  }
}
