import type { Language } from '../../src/text/language';
import type { Span } from '../../src/text/spans/span';
import type { CorpusText } from './corpus';

export interface PhoneScore {
  marks: number;
  /** The number of marks with all letters and digits found */
  whole: number;
  /** The number of marks with any finding */
  touched: number;
  /** The marks that were not found completely, and those with any finding, with some words around them */
  missed: string[];
  hit: string[];
  /** Findings outside of all marks */
  beside: string[];
}

/** Scores the findings of `find` in marked texts. */
export function scorePhones(
  texts: readonly CorpusText[],
  find: (text: string, language: Language) => readonly Pick<Span, 'start' | 'end'>[],
): PhoneScore {
  const total: PhoneScore = { marks: 0, whole: 0, touched: 0, missed: [], hit: [], beside: [] };
  for (const { text, language, marks } of texts) {
    const found = find(text, language);
    const isFound = (at: number): boolean => found.some(({ start, end }) => start <= at && at < end);
    const show = ({ start, end }: { start: number; end: number }): string =>
      `${text.slice(Math.max(0, start - 30), start)}⟦${text.slice(start, end)}⟧${text.slice(end, end + 12)}`;
    for (const mark of marks) {
      const units = [...Array(mark.end - mark.start).keys()].map((offset) => mark.start + offset);
      const telling = units.filter((at) => /[\p{L}\p{N}]/u.test(text[at] ?? ''));
      total.marks += 1;
      if (telling.every(isFound)) total.whole += 1;
      else total.missed.push(show(mark));
      if (!telling.some(isFound)) continue;
      total.touched += 1;
      total.hit.push(show(mark));
    }
    for (const span of found)
      if (!marks.some(({ start, end }) => start < span.end && end > span.start))
        total.beside.push(show(span));
  }
  return total;
}
