import type { Entity } from '../../entities/entity';
import type { EntityTable } from '../../entities/entity-table';
import { type NameWord, parseName } from '../../entities/parse-name';
import type { Language } from '../../../text/language';
import { fold } from '../../../lexicon/fold';
import { surrogatePart } from './surrogate-part';
import type { TextsAtHand } from './texts-at-hand';

const LATIN_NAME = /^[\p{Script=Latin}\p{M}\s.,'’ʼ()&/‐‑–-]{2,100}$/u;
/** The letters that replace initials. */
export const LETTERS = 'ABCDEFGHIJKLMNOPRSTUVW';
const MOST_WORDS = 8;

/**
 * Returns a realistic name in the form of `original`: part by part, with its order, case, particles and punctuation;
 * `undefined` if every such name already replaces another value (contract: Anonymizing and restoring, rule 3).
 */
export function surrogateName(
  table: EntityTable,
  entity: Entity,
  original: string,
  language: Language,
  texts: TextsAtHand,
): string | undefined {
  const words = parseName(original, (word) => table.parts.forOriginal(word)[0]?.role === 'family');
  const parts = words.filter(({ kind }) => kind === 'given' || kind === 'family');
  if (!LATIN_NAME.test(original) || parts.length === 0 || words.length > MOST_WORDS) return undefined;
  const surrogates = new Map<NameWord, string>();
  for (const word of parts) {
    const role = word.kind === 'family' ? 'family' : 'given';
    const request = {
      text: word.text,
      role,
      gender: entity.person?.gender,
      language: language.code,
    } as const;
    const surrogate = surrogatePart(table, request, texts);
    if (surrogate === undefined) return undefined;
    surrogates.set(word, surrogate);
  }
  const attempts = words.some(({ kind }) => kind === 'initial') ? LETTERS.length : 1;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const name = compose(original, words, (word) =>
      word.kind === 'initial' ? initial(table, entity, word, attempt) : (surrogates.get(word) ?? word.text),
    );
    if (table.isFree(name, original) && !table.isReserved(name.toLowerCase())) return name;
  }
  return undefined;
}

function compose(original: string, words: readonly NameWord[], replace: (word: NameWord) => string): string {
  let name = '';
  let written = 0;
  for (const word of words) {
    name += original.slice(written, word.start) + replace(word);
    written = word.end;
  }
  return name + original.slice(written);
}

/** Returns the initial of the person's surrogate first name if it is known, or else another letter. */
function initial(table: EntityTable, entity: Entity, { text, folded }: NameWord, attempt: number): string {
  const given = entity.person?.given.find((name) => name.startsWith(folded));
  const [part] = given === undefined || attempt > 0 ? [] : table.parts.forOriginal(given);
  const drawn = table.draw(LETTERS.length, `initial ${folded} ${table.entities.indexOf(entity)} ${attempt}`);
  const others = [...LETTERS].filter((letter) => fold(letter) !== folded);
  const letter = part ? fold(part.surrogate).charAt(0).toUpperCase() : (others[drawn % others.length] ?? 'A');
  return text === text.toLowerCase() ? letter.toLowerCase() : letter;
}
