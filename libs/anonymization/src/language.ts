import { invalid } from '@app/common';

/** The language of new surrogates and the regions of national phone numbers, likeliest first (contract: Languages and choices). */
export interface Language {
  code: 'en' | 'de';
  /** ISO 3166-1 alpha-2 */
  regions: readonly string[];
}

const REGIONS = { en: ['US', 'GB'], de: ['DE', 'AT', 'CH'] } as const;
const CODES: Readonly<Record<string, Language['code']>> = {
  en: 'en',
  eng: 'en',
  de: 'de',
  deu: 'de',
  ger: 'de',
};

export const SUPPORTED_LANGUAGES = 'en, eng, de, deu, ger, also with a region such as en-GB or de_CH';

/** @throws AppError `bad_request` that lists what is supported */
export function parseLanguage(lang: string): Language {
  const [, base = '', region] = /^([a-z]{2,3})(?:[-_]([a-z]{2}))?$/i.exec(lang) ?? [];
  const code = CODES[base.toLowerCase()];
  if (!code) {
    const message = `must be one of ${SUPPORTED_LANGUAGES}`;
    throw invalid('lang', message);
  }
  const first = region?.toUpperCase();
  return {
    code,
    regions: first ? [first, ...REGIONS[code].filter((known) => known !== first)] : REGIONS[code],
  };
}
