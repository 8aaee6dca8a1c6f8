import type { Segment } from '../../transcriber';
import type { Recognition } from './engine';

/** A token lasts no longer. Where it seems to, the pause, or the words that were passed over, before it count as its. */
const LONGEST_TOKEN = 1;
const IS_WORD = /[\p{L}\p{N}]/u;

/**
 * What was heard, in the smallest parts whose times are known: tokens, else segments, else the whole. The texts
 * joined are the text.
 *
 * @param seconds the length of the piece
 */
export function readRecognition(recognition: Recognition, seconds: number): Segment[] {
  const text = recognition.text.trim();
  if (!text) return [];
  return tokenParts(recognition) ?? segmentParts(recognition) ?? [{ start: 0, end: seconds, text }];
}

/** Only where the tokens are the text: then it can be cut between any two of them. */
function tokenParts({ text, tokens, timestamps, durations }: Recognition): Segment[] | undefined {
  if (timestamps.length !== tokens.length || tokens.join('').trim() !== text.trim()) return undefined;
  return tokens.map((token, i) => {
    const [start, end] = [timestamps[i]!, timestamps[i]! + (durations[i] ?? 0)];
    return IS_WORD.test(token)
      ? { start: Math.max(start, end - LONGEST_TOKEN), end, text: token }
      : { start, end: Math.min(end, start + LONGEST_TOKEN), text: token };
  });
}

function segmentParts(recognition: Recognition): Segment[] | undefined {
  const {
    segment_texts: texts = [],
    segment_timestamps: starts = [],
    segment_durations: lengths = [],
  } = recognition;
  if (texts.length === 0 || starts.length !== texts.length) return undefined;
  return texts.map((text, i) => ({ start: starts[i]!, end: starts[i]! + (lengths[i] ?? 0), text }));
}

const SENTENCE_END = /[.?!…。？！]["'”’»)]*\s*$/u;
/** Seconds of silence that end a segment, of length after which a comma does, and below which "Mr." does not. */
const SILENCE = 1;
const LONG = 12;
const SHORT = 1.5;

/** Small parts as sentences, the way a reader wants timestamps. The texts joined stay the same. */
export function sentences(parts: readonly Segment[]): Segment[] {
  const result: Segment[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last && !endsBefore(last, part)) {
      last.text += part.text;
      last.end = Math.max(last.end, part.end);
    } else result.push({ ...part });
  }
  return result;
}

function endsBefore(segment: Segment, next: Segment): boolean {
  // A token that goes on with a word, or with 3.5, does not begin with a blank.
  if (!/^\s/.test(next.text) && next.start - segment.end < SILENCE) return false;
  if (next.start - segment.end >= SILENCE) return true;
  const seconds = segment.end - segment.start;
  if (seconds >= SHORT && SENTENCE_END.test(segment.text)) return true;
  return seconds >= LONG && /[,;:]\s*$/.test(segment.text);
}
