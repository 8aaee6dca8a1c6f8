import { LANGUAGE_CODES, type LanguageCode } from '../../data/languages';
import { shapeOf, titleCase } from './letter-case';
import { fold } from './fold';
import { anyOf, LANGUAGES, wordsOfAll } from './languages';

/** The name of a month in any language. */
export interface Month {
  /** 1 to 12 */
  number: number;
  /** Whether the lower-case word has another meaning too ("may"). It then names a month only next to a year */
  isWord: boolean;
  isEnglish: boolean;
}

const months = new Map<string, Month>();
const words = new Set(wordsOfAll(({ dates }) => dates.monthsThatAreWords));
for (const code of LANGUAGE_CODES) {
  const isEnglish = code === 'en';
  for (const [at, forms] of LANGUAGES[code].dates.months.entries()) {
    for (const form of forms) {
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

/** Returns the month that a word names, in full or abbreviated, in any of eight languages and in any case. */
export function monthOf(word: string): Month | undefined {
  return months.get(fold(word));
}

const LONGEST_SHORT = 4;

/**
 * Returns another month's name with the language, length and case of this one: "Sept." to "Okt.", "maja" to "czerwca".
 *
 * @param preferred the languages to prefer, the first one most, if the word belongs to several
 */
export function monthLike(
  word: string,
  month: number,
  preferred: readonly LanguageCode[],
): string | undefined {
  for (const { months } of [...preferred, ...LANGUAGE_CODES].map((key) => LANGUAGES[key].dates)) {
    const forms = months.find((names) => names.some((name) => fold(name) === fold(word)));
    const others = months[month - 1];
    if (!forms || !others) continue;
    const isShort = word.length <= LONGEST_SHORT && word.length < (forms[0]?.length ?? 0);
    const short = others.find(({ length }) => length <= LONGEST_SHORT);
    const name = (isShort ? short : undefined) ?? others[0] ?? '';
    return (shapeOf(word, titleCase(word)) ?? titleCase)(titleCase(name));
  }
  return undefined;
}

/** Returns 1 to 12 for a Roman numeral of a month in capitals: "8-XII-1982". */
export function romanMonth(numeral: string): number | undefined {
  const at = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'].indexOf(numeral);
  return at === -1 ? undefined : at + 1;
}

/** Pieces of regular expressions for the flags `iu`. */
export const DAY_ENDINGS = anyOf(wordsOfAll(({ dates }) => dates.dayEndings));
export const BETWEEN = anyOf(wordsOfAll(({ dates }) => dates.between));
export const JOINING = anyOf(wordsOfAll(({ dates }) => dates.joining));
export const ANNOUNCING = anyOf(wordsOfAll(({ dates }) => dates.announcing));
