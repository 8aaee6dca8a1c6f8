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
}

/** Returns the words of one list for each language that a request may name. */
const listsOf = (list: 'tags' | 'regions' | 'functionWords'): [LanguageCode, readonly string[]][] =>
  REQUEST_LANGUAGES.map((code) => [code, LANGUAGES[code].request?.[list] ?? []]);

const regionsOf = new Map(listsOf('regions'));
const codeOf = new Map(listsOf('tags').flatMap(([code, tags]) => tags.map((tag) => [tag, code])));
const languageOf = new Map(
  listsOf('functionWords').flatMap(([code, words]) => words.map((word) => [word, code])),
);

export const SUPPORTED_LANGUAGES = `${[...codeOf.keys()].join(', ')}, also with a region such as en-GB or de_CH`;

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
 * Returns the language of a text without one: the one with most of its function words, or English if they are inconclusive.
 * After the national phone numbers of its regions, those of English and German are searched for in any text.
 */
export function guessLanguage(text: string): Language {
  const counts = new Map<LanguageCode, number>(REQUEST_LANGUAGES.map((code) => [code, 0]));
  for (const { text: word } of wordsOf(text.slice(0, GUESSED_BY))) {
    const code = languageOf.get(word.toLowerCase());
    if (code) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [[code] = ['en' as const]] = [...counts].sort(([, one], [, other]) => other - one);
  return { code, regions: [...new Set([...(regionsOf.get(code) ?? []), ...REGIONS_EVERYWHERE])] };
}
