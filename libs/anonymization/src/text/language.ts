import { invalid } from '@app/common';
import type { LanguageCode } from '../../data/languages';
import { LANGUAGES, REQUEST_LANGUAGES } from '../lexicon/languages';
import { wordsOf } from './words';

/**
 * The language of new surrogates, and the regions of national phone numbers, likeliest first
 * (contract: Languages and choices).
 */
export interface Language {
  code: LanguageCode;
  /** ISO 3166-1 alpha-2 */
  regions: readonly string[];
  /** Whether it was recognized by the text, and a passage may be in another one */
  isGuessed?: boolean;
}

/** The name with which a request asks to recognize the language by its text. */
const AUTO = 'auto';

/** Returns the words of one list for each language that a request may name. */
const listsOf = (list: 'tags' | 'regions' | 'functionWords'): [LanguageCode, readonly string[]][] =>
  REQUEST_LANGUAGES.map((code) => [code, LANGUAGES[code].request?.[list] ?? []]);

const regionsOf = new Map(listsOf('regions'));
const codeOf = new Map(listsOf('tags').flatMap(([code, tags]) => tags.map((tag) => [tag, code])));
const languageOfWord = new Map(
  listsOf('functionWords').flatMap(([code, words]) => words.map((word) => [word, code])),
);

export const SUPPORTED_LANGUAGES = `${[...codeOf.keys()].join(', ')}, also with a region such as en-GB or de_CH; or ${AUTO}`;

/** @throws AppError `bad_request` that lists the supported languages */
export function parseLanguage(lang: string): Language {
  const [, base = '', region] = /^([a-z]{2,3})(?:[-_]([a-z]{2}))?$/i.exec(lang) ?? [];
  const code = codeOf.get(base.toLowerCase());
  if (!code) {
    const message = `must be one of ${SUPPORTED_LANGUAGES}`;
    throw invalid('lang', message);
  }
  const regions = regionsOf.get(code) ?? [];
  const first = region?.toUpperCase();
  return { code, regions: first ? [first, ...regions.filter((known) => known !== first)] : regions };
}

/** Regions of national numbers that are also searched for in texts of unknown language. */
const REGIONS_EVERYWHERE = ['US', 'GB', 'DE', 'AT', 'CH'];
/** The length of the beginning by which a text's language is guessed, in UTF-16 code units. */
const GUESSED_BY = 10_000;

/**
 * Returns the language of a text: the one that its request names, or the one with most of its function words; English if they
 * are inconclusive. After the national phone numbers of a recognized language's regions, those of English and German are
 * searched for in any text.
 *
 * @param lang as the request names it; `auto` if absent
 * @throws AppError `bad_request` that lists the supported languages
 */
export function languageOf(text: string, lang = AUTO): Language {
  if (lang.toLowerCase() !== AUTO) return parseLanguage(lang);
  const [[code] = ['en' as const]] = countsIn(text.slice(0, GUESSED_BY));
  const regions = [...new Set([...(regionsOf.get(code) ?? []), ...REGIONS_EVERYWHERE])];
  return { code, regions, isGuessed: true };
}

/** The length of a passage on each side of a value, in UTF-16 code units. */
const PASSAGE = 400;

/** Returns the language of the paragraph around an offset of a text; `undefined` if its words are inconclusive. */
export function languageAround(text: string, at: number): LanguageCode | undefined {
  const before =
    text
      .slice(Math.max(0, at - PASSAGE), at)
      .split(BLANK_LINE)
      .at(-1) ?? '';
  const behind = text.slice(at, at + PASSAGE).split(BLANK_LINE)[0] ?? '';
  const [first, second] = countsIn(before + behind);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}

const BLANK_LINE = /\n\s*\n/;

/** Returns the number of function words of each language that a text has, the most first. */
function countsIn(text: string): [LanguageCode, number][] {
  const counts = new Map<LanguageCode, number>();
  for (const { text: word } of wordsOf(text)) {
    const code = languageOfWord.get(word.toLowerCase());
    if (code) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return REQUEST_LANGUAGES.flatMap((code): [LanguageCode, number][] => {
    const count = counts.get(code);
    return count === undefined ? [] : [[code, count]];
  }).sort(([, one], [, other]) => other - one);
}
