import type { ReadableText } from '../readable/readable-text';
import { hull } from '../spans/ranges';
import type { Span } from '../spans/span';
import { splitsWord } from '../text/words';

/** A value never ends inside a word: what is left of the word could be read together with its replacement. */
export function wholeWords(text: string, span: Span): Span {
  let { start, end } = span;
  while (splitsWord(text, start)) start -= 1;
  while (splitsWord(text, end)) end += 1;
  return start === span.start && end === span.end ? span : { start, end, type: span.type };
}

/** The same for the words that a reader sees: the `20` of `%20Anna` belongs to none. */
export function wholeWordsAsRead(readable: ReadableText, span: Span): Span {
  const read = readable.toReadable(span);
  const whole = wholeWords(readable.text, read);
  if (whole.start === read.start && whole.end === read.end) return span;
  const { start, end } = hull(span, readable.toWritten(whole));
  return { start, end, type: span.type };
}
