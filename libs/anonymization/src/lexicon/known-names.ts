import { KNOWN_GIVEN_NAMES } from '../../data/given-names';
import { LANGUAGES, REQUEST_LANGUAGES } from '../../data/languages';
import type { NameLists } from '../../data/language-words';
import { fold } from './fold';
import { wordsIn } from './languages';
import type { Gender } from './titles';

/** The code of a language that requests may name. It has surrogates. */
export type LanguageCode = (typeof REQUEST_LANGUAGES)[number];

/** The surrogate names of one language. */
interface SurrogateNames {
  readonly female: readonly string[];
  readonly male: readonly string[];
  readonly family: readonly string[];
}

const surrogatesOf = (code: LanguageCode): SurrogateNames => {
  const { female, male, family }: Partial<NameLists> = LANGUAGES[code].request?.surrogates ?? {};
  return { female: wordsIn(female), male: wordsIn(male), family: wordsIn(family) };
};

/** Surrogate names by language. */
export const SURROGATES = Object.fromEntries(
  REQUEST_LANGUAGES.map((code) => [code, surrogatesOf(code)]),
) as Readonly<Record<LanguageCode, SurrogateNames>>;

const genders = new Map<string, Gender>();
const given = { female: wordsIn(KNOWN_GIVEN_NAMES.female), male: wordsIn(KNOWN_GIVEN_NAMES.male) };
for (const names of [given, ...Object.values(SURROGATES)]) {
  for (const gender of ['female', 'male'] as const) {
    for (const name of names[gender]) if (!genders.has(fold(name))) genders.set(fold(name), gender);
  }
}

const foldedFamilies = (code: LanguageCode): string[] => [
  ...wordsIn(LANGUAGES[code].people?.familyNames).map(fold),
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
