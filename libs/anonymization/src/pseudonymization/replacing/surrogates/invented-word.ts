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

const ATTEMPTS = 24;

/**
 * Returns a new capitalized name of one word that is neither in the table nor in the texts of the request; `undefined` if
 * none was found. It is invented because a model may mention a real town or company on its own, which would be restored.
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
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const word = syllables
      .map((list, place) => list[table.draw(list.length, `${kind} ${label} ${attempt} ${place}`)])
      .join('');
    const folded = fold(word);
    if (!texts.hasWord(folded) && !table.hasOriginalWord(folded) && !table.hasReplacementWord(folded))
      return word;
  }
  return undefined;
}
