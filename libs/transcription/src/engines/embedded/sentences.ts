import type { Segment } from '../../transcriber';

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
