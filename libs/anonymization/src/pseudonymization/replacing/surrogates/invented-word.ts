import { SYLLABLES } from '../../../../data/invented-words';
import type { LanguageCode } from '../../../../data/languages';
import type { EntityTable } from '../../entities/entity-table';
import { fold } from '../../../lexicon/fold';
import { LANGUAGES } from '../../../lexicon/languages';
import type { TextsAtHand } from './texts-at-hand';

type InventedKind = 'organization' | 'town';

/** The syllables of invented names: first, middle, last. */
export type Syllables = readonly [readonly string[], readonly string[], readonly string[]];

const ofOrganizations: Syllables = [
  SYLLABLES.beginnings,
  SYLLABLES.organizations.middles,
  SYLLABLES.organizations.endings,
];

/** Returns syllables for several thousand names of each kind. Towns sound like those of the language. */
export function syllablesFor(kind: InventedKind, language: LanguageCode): Syllables {
  if (kind === 'organization') return ofOrganizations;
  return [SYLLABLES.beginnings, SYLLABLES.towns.middles, LANGUAGES[language].request?.townEndings ?? []];
}

/** Returns all invented names of a kind. */
export const inventedWords = (kind: InventedKind, language: LanguageCode): string[] => {
  const [beginnings, middles, endings] = syllablesFor(kind, language);
  return beginnings.flatMap((first) =>
    middles.flatMap((middle) => endings.map((last) => first + middle + last)),
  );
};

const ATTEMPTS = 24;

/**
 * Returns a new capitalized name of one word that is neither in the table nor in the texts of the request; `undefined` if
 * all are taken. It is invented because a model may mention a real town or company on its own, which would be restored.
 *
 * @param label identifies the value that it replaces, so that a seeded draw repeats it
 */
export function inventWord(
  table: EntityTable,
  kind: InventedKind,
  language: LanguageCode,
  texts: TextsAtHand,
  label: string,
): string | undefined {
  const syllables = syllablesFor(kind, language);
  const isFree = (word: string): boolean => {
    const folded = fold(word);
    return !texts.hasWord(folded) && !table.hasOriginalWord(folded) && !table.hasReplacementWord(folded);
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const word = syllables
      .map((list, place) => list[table.draw(list.length, `${kind} ${label} ${attempt} ${place}`)])
      .join('');
    if (isFree(word)) return word;
  }
  const left = inventedWords(kind, language).filter(isFree);
  return left[left.length > 0 ? table.draw(left.length, `${kind} ${label} left`) : 0];
}
