import { KNOWN_FAMILY_NAMES } from '../../data/known-names/family-names';
import { KNOWN_GIVEN_NAMES } from '../../data/known-names/given-names';
import { ENGLISH_SURROGATES } from '../../data/surrogates/english-names';
import { GERMAN_SURROGATES } from '../../data/surrogates/german-names';
import { fold } from '../text/fold';
import type { Gender } from './entity';

const genders = new Map<string, Gender>();
for (const names of [KNOWN_GIVEN_NAMES, GERMAN_SURROGATES, ENGLISH_SURROGATES]) {
  for (const gender of ['female', 'male'] as const) {
    for (const name of names[gender]) if (!genders.has(fold(name))) genders.set(fold(name), gender);
  }
}

const foldAll = (...lists: readonly (readonly string[])[]) => new Set(lists.flat().map(fold));
const families = foldAll(
  KNOWN_FAMILY_NAMES.german,
  KNOWN_FAMILY_NAMES.english,
  GERMAN_SURROGATES.family,
  ENGLISH_SURROGATES.family,
);
const german = foldAll(
  KNOWN_FAMILY_NAMES.german,
  GERMAN_SURROGATES.female,
  GERMAN_SURROGATES.male,
  GERMAN_SURROGATES.family,
);
const english = foldAll(
  KNOWN_FAMILY_NAMES.english,
  ENGLISH_SURROGATES.female,
  ENGLISH_SURROGATES.male,
  ENGLISH_SURROGATES.family,
);

/** What the open lists know of a word that may be a name; it takes the word folded. */
export const knownNames = {
  isGiven: (word: string): boolean => genders.has(word),
  isFamily: (word: string): boolean => families.has(word),
  genderOf: (word: string): Gender | undefined => genders.get(word),
  /** The language that a name belongs to, where it belongs to one of the two alone */
  languageOf(word: string): 'en' | 'de' | undefined {
    if (german.has(word) === english.has(word)) return undefined;
    return german.has(word) ? 'de' : 'en';
  },
};
