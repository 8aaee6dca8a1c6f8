import { SAMPLE_RATE } from '../audio/audio-source';
import type { TimeSpan } from '../speech/speech-piece';

/** The time before and after a value that is muted too, in seconds: times of words are not exact. */
const MARGIN = 0.1;

/**
 * Returns the times to mute for hidden words: cut to the speech in them, because engines stretch words over pauses. Words
 * without speech are muted as a whole.
 *
 * @param hidden the times of hidden words
 * @param speech the times with speech, in order
 */
export function timesToMute(hidden: readonly TimeSpan[], speech: readonly TimeSpan[]): TimeSpan[] {
  const cut = hidden.flatMap((word) => {
    const spoken = speech
      .filter(({ start, end }) => start < word.end && end > word.start)
      .map(({ start, end }) => ({ start: Math.max(start, word.start), end: Math.min(end, word.end) }));
    return spoken.length > 0 ? spoken : [word];
  });
  return merged(cut.map(({ start, end }) => ({ start: Math.max(start - MARGIN, 0), end: end + MARGIN })));
}

/** Joins times that overlap, in order. */
export function merged(times: readonly TimeSpan[]): TimeSpan[] {
  const result: TimeSpan[] = [];
  for (const { start, end } of [...times].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** Yields samples, with silence at the given times, which are in order and do not overlap. */
export async function* muted(
  parts: AsyncIterable<Int16Array>,
  times: readonly TimeSpan[],
): AsyncGenerator<Int16Array> {
  let at = 0;
  let next = 0;
  for await (const part of parts) {
    const result = Int16Array.from(part);
    const end = at + part.length;
    while (next < times.length && samplesAt(times[next]!.end) <= at) next++;
    for (let i = next; i < times.length && samplesAt(times[i]!.start) < end; i++)
      result.fill(
        0,
        Math.max(samplesAt(times[i]!.start) - at, 0),
        Math.max(samplesAt(times[i]!.end) - at, 0),
      );
    at = end;
    yield result;
  }
}

const samplesAt = (seconds: number): number => Math.round(seconds * SAMPLE_RATE);
