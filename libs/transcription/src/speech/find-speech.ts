import { PieceCutter } from './piece-cutter';
import type { PieceLimits, SpeechDetector, SpeechPiece } from './speech-piece';
import { WINDOW } from './speech-model';

/** Yields the pieces of a recording that contain speech, in order, while it streams. Silence yields none. */
export async function* findSpeech(
  samples: AsyncIterable<Int16Array>,
  detector: SpeechDetector,
  limits: PieceLimits,
): AsyncGenerator<SpeechPiece> {
  const cutter = new PieceCutter(limits);
  for await (const window of inWindows(samples)) {
    const piece = cutter.push(window, await detector.of(window));
    if (piece) yield piece;
  }
  const last = cutter.flush();
  if (last) yield last;
}

async function* inWindows(samples: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array> {
  let window = new Int16Array(WINDOW);
  let filled = 0;
  for await (const part of samples)
    for (let at = 0; at < part.length;) {
      const taken = part.subarray(at, at + WINDOW - filled);
      window.set(taken, filled);
      at += taken.length;
      filled += taken.length;
      if (filled < WINDOW) continue;
      yield window;
      [window, filled] = [new Int16Array(WINDOW), 0];
    }
  if (filled > 0) yield window.subarray(0, filled);
}

/** Yields values, and fetches the next one while the caller works on the last. */
export async function* ahead<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = values.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = values.next();
      next.catch(() => undefined); // It is awaited above, unless the work on this value fails first.
      yield value;
    }
  } finally {
    await values.return(undefined);
  }
}
