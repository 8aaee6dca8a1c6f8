import { LANGUAGES } from '../../../data/languages';
import { SYLLABLES } from '../../../data/invented-words';
import type { EntityTable } from '../../entities/entity-table';
import { fold } from '../../lexicon/fold';
import type { LanguageCode } from '../../lexicon/known-names';
import { wordsIn } from '../../lexicon/languages';
import type { TextsAtHand } from './texts-at-hand';

type InventedKind = 'organization' | 'town';

/** The syllables of invented names: first, middle, last. */
export type Syllables = readonly [readonly string[], readonly string[], readonly string[]];

const beginnings = wordsIn(SYLLABLES.beginnings);
const ofOrganizations: Syllables = [
  beginnings,
  wordsIn(SYLLABLES.organizations.middles),
  wordsIn(SYLLABLES.organizations.endings),
];

/** Several thousand names for each kind; towns sound as those of the language do. */
export function syllablesFor(kind: InventedKind, language: LanguageCode): Syllables {
  if (kind === 'organization') return ofOrganizations;
  return [beginnings, wordsIn(SYLLABLES.towns.middles), wordsIn(LANGUAGES[language].request?.townEndings)];
}

const ATTEMPTS = 24;

/**
 * A new name of one word, with a capital, that stands neither in the table nor in the texts at hand; `undefined` where none
 * was found. Invented, since a model may name a real town or company of its own accord, and that would be turned back.
 *
 * @param label of the value that it stands for, so that a seeded draw repeats it
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
