import { fold } from './fold';
import { knownNames } from './known-names';
import type { LanguageWords } from './language-schema';
import { anyOf, piecesOfAll, wordsOfAll } from './languages';
import { isAddress, isTitle } from './titles';
import { isCommonWord } from './word-lists';

type PeopleWords = NonNullable<LanguageWords['people']>;

const words = (list: (people: PeopleWords) => readonly string[] | undefined): string[] =>
  wordsOfAll(({ people }) => people && list(people));

/** "Staatssekretärin", "Datenschutzbeauftragter". */
const ROLE_ENDING = new RegExp(
  `(?:${anyOf(words((people) => people.roleEndings))})(?:e[nrs]?|r|i[nm](?:nen)?|s|n|innen)?$`,
  'iu',
);
const ROLE = new RegExp(
  `^(?:${anyOf(words((people) => people.roles))})(?:e[nrs]?|r|i[nm](?:nen)?|s|es|n|innen)?$`,
  'iu',
);
/** Plurals of women in a role: "Leserinnen", "Bürger*innen". */
const FEMININE_PLURAL = /\p{Ll}[*:_]?innen$/iu;
const addressed = new Set(words((people) => people.addressed));
const brands = new Set(words((people) => people.brands));
const mailboxes = new Set(words((people) => people.mailboxes));

/** Returns whether a word addresses a person without a name: "Herr Präsident", "Dear Customer". */
export function isRole(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    addressed.has(lower) ||
    isAddress(lower) ||
    ROLE.test(word) ||
    ROLE_ENDING.test(word) ||
    FEMININE_PLURAL.test(word)
  );
}

/** Returns whether it is a brand: "Dr. Oetker", "Dr. Pepper". */
export function isBrand(word: string): boolean {
  return brands.has(word.toLowerCase());
}

/** Returns whether a shared mail address begins with a word: "info", "sales". */
export function isMailbox(word: string): boolean {
  return mailboxes.has(word.toLowerCase());
}

/** Words for a person's role, which German joins with other words ("Vertragspartnerin"). */
const COMPOUND_ROLE = new RegExp(`(?:${anyOf(words((people) => people.compoundRoles).map(fold))})(?:in)?$`);
/** Endings of nouns that no name has. */
const NOUN = new RegExp(`.{3}(?:${anyOf(words((people) => people.nounEndings).map(fold))})$`);

/** Returns whether a word next to a name part is likely another part: not an everyday word, title or role. */
export function mayBeNamePart(word: string): boolean {
  if (!/^\p{Lu}/u.test(word)) return false;
  const folded = fold(word);
  if (isTitle(folded)) return false;
  if (/^\p{Lu}$/u.test(word) || knownNames.isGiven(folded) || knownNames.isFamily(folded)) return true;
  return !isCommonWord(word) && !COMPOUND_ROLE.test(folded) && !NOUN.test(folded);
}

/** Words of organizations at the end of or after an apparent name. Pieces of regular expressions for the flag `u`. */

/** "GmbH", "Ltd". */
export const LEGAL_FORM = `(?:${piecesOfAll(({ organizations }) => organizations?.legalForms)})`;

/** "Bank", "University": words that are never a person's name. */
export const INSTITUTION = `(?:${piecesOfAll(({ organizations }) => organizations?.institutions)})`;

/**
 * Words that make the name before them the name of a thing, although it is a person's name too: "Hyde Park", "Nobel
 * Prize".
 */
export const NAMED_AFTER = `(?:${piecesOfAll(({ organizations }) => organizations?.behindNames)})`;
