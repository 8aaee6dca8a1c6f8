import { LANGUAGE_CODES } from '../../data/languages';
import { fold } from './fold';

const CODES = Array.from({ length: 26 * 26 }, (_, i) =>
  String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26)),
);
const ABBREVIATED = ['usa', 'us', 'uk', 'uae', 'eu', 'ddr', 'brd'];

let names: ReadonlySet<string> | undefined;

/** Returns the folded names of countries in all supported languages, from Unicode's locale data. */
function countryNames(): ReadonlySet<string> {
  const found = new Set(ABBREVIATED);
  for (const language of LANGUAGE_CODES) {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of CODES) {
      const name = inLanguage.of(code);
      if (name !== undefined) found.add(fold(name));
    }
  }
  return found;
}

/** Returns whether it is a country's name. Countries are not hidden as places (contract: Kinds of personal data). */
export const isCountry = (name: string): boolean => (names ??= countryNames()).has(fold(name));
