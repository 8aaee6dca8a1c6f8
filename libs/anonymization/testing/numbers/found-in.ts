import type { Recognizer } from '../../src/detection/ports';
import { parseLanguage } from '../../src/text/language';
import { resolveSpans } from '../../src/text/spans/unite-spans';
import { SearchedText } from '../../src/detection/searched-text';

const ENGLISH = parseLanguage('en');

/**
 * Returns a text with marks around the recognizer's findings, `pay ⟦4111 1111 1111 1111⟧ now`. Ignores existing marks.
 */
export function foundIn(recognizer: Recognizer, marked: string): string {
  const text = marked.replace(/[⟦⟧]/g, '');
  let shown = '';
  let position = 0;
  for (const { start, end } of resolveSpans(text, recognizer.find(new SearchedText(text, ENGLISH)))) {
    shown += `${text.slice(position, start)}⟦${text.slice(start, end)}⟧`;
    position = end;
  }
  return shown + text.slice(position);
}
