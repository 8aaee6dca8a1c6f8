import { SAMPLE_RATE } from '../audio/sample-rate';
import { bestCut, isPause, speechSpans } from './pauses';
import { WINDOW } from './speech-probability';
import type { PieceLimits, SpeechPiece } from './speech-piece';

const SPEECH = 0.5;
const windows = (seconds: number) => Math.floor((seconds * SAMPLE_RATE) / WINDOW);
/** What is kept of the silence before and behind speech: its faint first and last sounds. */
const MARGIN = windows(0.4);
/** Fewer windows of speech than this are a click. */
const LEAST_SPEECH = 3;

interface JudgedWindow {
  samples: Int16Array;
  probability: number;
}

/**
 * Cuts a recording, window by window, into pieces that hold its speech: at long pauses, and where speech goes on
 * for too long, in the middle of its best short pause. Every window of speech is in exactly one piece; silence between
 * pieces is left out.
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

  /** @returns a piece where this window completes one */
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

  /** What is left when the recording ends. */
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
    return { samples: joined(taken), start, speech: speechSpans(taken.map((window) => window.probability)) };
  }
}

function joined(taken: readonly JudgedWindow[]): Int16Array {
  const all = new Int16Array(taken.reduce((sum, { samples }) => sum + samples.length, 0));
  let at = 0;
  for (const { samples } of taken) {
    all.set(samples, at);
    at += samples.length;
  }
  return all;
}
