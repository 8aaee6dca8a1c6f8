import { fold } from './fold';
import { anyOf, languages, wordsIn, wordsOfAll } from './languages';

/** A name of a month, whatever its language. */
export interface Month {
  /** 1 to 12 */
  number: number;
  /** Whether the small word means something else too ("may"): it then names a month only beside a year */
  isWord: boolean;
  isEnglish: boolean;
}

const months = new Map<string, Month>();
const words = new Set(wordsOfAll(({ dates }) => dates.monthsThatAreWords));
for (const { dates, request } of languages) {
  const isEnglish = wordsIn(request?.tags).includes('en');
  for (const [at, forms] of wordsIn(dates.months).entries()) {
    for (const form of forms.split('/')) {
      const key = fold(form);
      const known = months.get(key);
      months.set(key, {
        number: at + 1,
        isWord: words.has(form) || known?.isWord === true,
        isEnglish: isEnglish || known?.isEnglish === true,
      });
    }
  }
}

/** The month that a word names, in full or short, in any of eight languages and in any case. */
export function monthOf(word: string): Month | undefined {
  return months.get(fold(word));
}

/** 1 to 12 for the numerals in capitals with which months are numbered: "8-XII-1982". */
export function romanMonth(numeral: string): number | undefined {
  const at = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'].indexOf(numeral);
  return at === -1 ? undefined : at + 1;
}

/** Pieces of regular expressions for the flags `iu`. */
export const DAY_ENDINGS = anyOf(wordsOfAll(({ dates }) => dates.dayEndings));
export const BETWEEN = anyOf(wordsOfAll(({ dates }) => dates.between));
export const JOINING = anyOf(wordsOfAll(({ dates }) => dates.joining));
export const ANNOUNCING = anyOf(wordsOfAll(({ dates }) => dates.announcing));
