import type { Segment, Word } from '../../transcriber';

interface TimedWord {
  start: number;
  end: number;
  word: string;
}

/**
 * Gives each segment its words, with the text between them. Servers return words without punctuation and blanks. A segment
 * that does not contain its words is one word.
 *
 * @param words in the order of the segments
 */
export function withWords(segments: readonly Segment[], words: readonly TimedWord[]): Segment[] {
  let next = 0;
  return segments.map((segment, i) => {
    const found: (TimedWord & { at: number })[] = [];
    let from = 0;
    for (; next < words.length && isWithin(words[next]!, segments, i); next++) {
      const text = words[next]!.word.trim();
      const at = segment.text.indexOf(text, from);
      // The word before it then includes its text.
      if (at < 0) continue;
      found.push({ ...words[next]!, at });
      from = at + text.length;
    }
    return { ...segment, words: found.length > 0 ? cutAt(segment.text, found) : [{ ...segment }] };
  });
}

const isWithin = ({ start, end }: TimedWord, segments: readonly Segment[], i: number): boolean =>
  i === segments.length - 1 || (start + end) / 2 <= segments[i]!.end;

const cutAt = (text: string, found: readonly (TimedWord & { at: number })[]): Word[] =>
  found.map(({ start, end, at }, i) => ({
    start,
    end,
    text: text.slice(i === 0 ? 0 : at, found[i + 1]?.at ?? text.length),
  }));
