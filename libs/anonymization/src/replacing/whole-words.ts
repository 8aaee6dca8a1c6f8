import type { Span } from '../span';
import { splitsWord } from '../text/words';

/** A value never ends inside a word: what is left of the word could be read together with its replacement. */
export function wholeWords(text: string, span: Span): Span {
  let { start, end } = span;
  while (splitsWord(text, start)) start -= 1;
  while (splitsWord(text, end)) end += 1;
  return start === span.start && end === span.end ? span : { start, end, type: span.type };
}
