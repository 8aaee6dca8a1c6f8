import type { Segment, Word } from '../../transcriber';
import { isUnspaced } from '../../speech-languages';
import type { Recognition } from './engine';

/** The maximum length of a token. A longer one includes a pause or skipped words before it. */
const LONGEST_TOKEN = 1;
const IS_WORD = /[\p{L}\p{N}]/u;

/**
 * Returns the recognized text in the smallest parts with known times: tokens, or else segments, or else the whole. The
 * joined texts are the text.
 *
 * @param seconds the length of the piece
 */
export function readRecognition(recognition: Recognition, seconds: number): Segment[] {
  const text = recognition.text.trim();
  if (!text) return [];
  return tokenParts(recognition) ?? segmentParts(recognition) ?? [{ start: 0, end: seconds, text }];
}

/** Returns undefined unless the tokens are the text, so that it can be cut between any two of them. */
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
/**
 * In seconds: the silence that ends a segment, the length after which a comma does, and the length below which "Mr."
 * does not.
 */
const SILENCE = 1;
const LONG = 12;
const SHORT = 1.5;

/** Joins small parts into sentences, as readers expect of timestamps. The joined text stays the same. */
export const sentences = (parts: readonly Segment[]): Segment[] =>
  grouped(parts, (segment, next) => !endsBefore(segment, next)).map(([whole]) => whole);

/** Joins small parts into sentences with their words. */
export const sentencesWithWords = (parts: readonly Segment[], language: string): Segment[] =>
  grouped(parts, (segment, next) => !endsBefore(segment, next)).map(([whole, own]) => ({
    ...whole,
    words: wordsOf(own, language),
  }));

/** A blank begins a word. In languages without blanks, each part with a letter does. */
const wordsOf = (parts: readonly Segment[], language: string): Word[] =>
  grouped(parts, (_, { text }) => !(/^\s/.test(text) || (isUnspaced(language) && IS_WORD.test(text)))).map(
    ([word]) => word,
  );

/** Joins each part to the group before it if that continues. @returns the groups with their parts */
function grouped(
  parts: readonly Segment[],
  continues: (group: Segment, next: Segment) => boolean,
): [Segment, Segment[]][] {
  const result: [Segment, Segment[]][] = [];
  for (const part of parts) {
    const [last, own] = result.at(-1) ?? [];
    if (last && own && continues(last, part)) {
      last.text += part.text;
      last.end = Math.max(last.end, part.end);
      own.push(part);
    } else result.push([{ ...part }, [part]]);
  }
  return result;
}

function endsBefore(segment: Segment, next: Segment): boolean {
  // A token that continues a word or a number such as 3.5 does not begin with a blank.
  if (!/^\s/.test(next.text) && next.start - segment.end < SILENCE) return false;
  if (next.start - segment.end >= SILENCE) return true;
  const seconds = segment.end - segment.start;
  if (seconds >= SHORT && SENTENCE_END.test(segment.text)) return true;
  return seconds >= LONG && /[,;:]\s*$/.test(segment.text);
}
