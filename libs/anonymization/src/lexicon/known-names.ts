import { KNOWN_GIVEN_NAMES } from '../../data/given-names';
import type { LanguageCode } from '../../data/languages';
import { fold } from './fold';
import { LANGUAGES, REQUEST_LANGUAGES } from './languages';
import type { Gender } from './titles';

/** The surrogate names of one language. */
interface SurrogateNames {
  readonly female: readonly string[];
  readonly male: readonly string[];
  readonly family: readonly string[];
}

/** Surrogate names of each language that requests may name. */
export const SURROGATES = Object.fromEntries(
  REQUEST_LANGUAGES.map((code) => [code, LANGUAGES[code].request?.surrogates]),
) as Readonly<Record<LanguageCode, SurrogateNames>>;

const genders = new Map<string, Gender>();
for (const names of [KNOWN_GIVEN_NAMES, ...Object.values(SURROGATES)]) {
  for (const gender of ['female', 'male'] as const) {
    for (const name of names[gender]) if (!genders.has(fold(name))) genders.set(fold(name), gender);
  }
}

const foldedFamilies = (code: LanguageCode): string[] => [
  ...(LANGUAGES[code].people?.familyNames ?? []).map(fold),
  ...SURROGATES[code].family.map(fold),
];
const namesOf = (code: LanguageCode): Set<string> =>
  new Set([
    ...foldedFamilies(code),
    ...SURROGATES[code].female.map(fold),
    ...SURROGATES[code].male.map(fold),
  ]);
const families = new Set(REQUEST_LANGUAGES.flatMap(foldedFamilies));
const byLanguage = REQUEST_LANGUAGES.map((code) => ({ code, names: namesOf(code) }));

/** What the public lists contain about a folded word that may be a name. */
export const knownNames = {
  isGiven: (word: string): boolean => genders.has(word),
  isFamily: (word: string): boolean => families.has(word),
  genderOf: (word: string): Gender | undefined => genders.get(word),
  /** Returns the language of a name, if it belongs to only one */
  languageOf(word: string): LanguageCode | undefined {
    const [only, other] = byLanguage.filter(({ names }) => names.has(word));
    return other ? undefined : only?.code;
  },
};
