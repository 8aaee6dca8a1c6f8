import type { PeopleWords } from '../../data/language-words';
import { fold } from './fold';
import { knownNames } from './known-names';
import { anyOf, piecesOfAll, wordsOfAll } from './languages';
import { isAddress, isTitle } from './titles';
import { isCommonWord } from './word-lists';

const words = (list: (people: PeopleWords) => string | undefined): string[] =>
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
/** "Leserinnen", "Bürger*innen": women of one kind, several of them. */
const FEMININE_PLURAL = /\p{Ll}[*:_]?innen$/iu;
const addressed = new Set(words((people) => people.addressed));
const brands = new Set(words((people) => people.brands));
const mailboxes = new Set(words((people) => people.mailboxes));

/** "Herr Präsident", "Dear Customer": the word addresses someone and names nobody. */
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

/** "Dr. Oetker", "Dr. Pepper". */
export function isBrand(word: string): boolean {
  return brands.has(word.toLowerCase());
}

/** Whether the mail address of several people begins with a word: "info", "sales". */
export function isMailbox(word: string): boolean {
  return mailboxes.has(word.toLowerCase());
}

/** What a person is called by beside the name; German joins it with whatever word ("Vertragspartnerin"). */
const COMPOUND_ROLE = new RegExp(`(?:${anyOf(words((people) => people.compoundRoles).map(fold))})(?:in)?$`);
/** Endings of nouns that no name has. */
const NOUN = new RegExp(`.{3}(?:${anyOf(words((people) => people.nounEndings).map(fold))})$`);

/** Whether a word beside a name part is likely another part of a name: not an everyday word, title or role. */
export function mayBeNamePart(word: string): boolean {
  if (!/^\p{Lu}/u.test(word)) return false;
  const folded = fold(word);
  if (isTitle(folded)) return false;
  if (/^\p{Lu}$/u.test(word) || knownNames.isGiven(folded) || knownNames.isFamily(folded)) return true;
  return !isCommonWord(word) && !COMPOUND_ROLE.test(folded) && !NOUN.test(folded);
}

/** Names of organizations that end or follow what looks like a name. Pieces of regular expressions for the flag `u`. */

const alternation = (list: string | undefined): string | undefined => list?.split(' ').join(';');

/** "GmbH", "Ltd". */
export const LEGAL_FORM = `(?:${piecesOfAll(({ organizations }) => alternation(organizations?.legalForms))})`;

/** "Bank", "University": no person is called so. */
export const INSTITUTION = `(?:${piecesOfAll(({ organizations }) => alternation(organizations?.institutions))})`;

/** What makes of the name before it one of a thing, though people are called so too: "Hyde Park", "Nobel Prize". */
export const NAMED_AFTER = `(?:${piecesOfAll(({ organizations }) => alternation(organizations?.behindNames))})`;
