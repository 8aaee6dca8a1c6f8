import { FIELD_KINDS, type FieldKind, type LanguageWords } from '../../data/language-words';
import { LANGUAGES } from '../../data/languages';

/** Every language with word lists. */
export const languages: readonly LanguageWords[] = Object.values(LANGUAGES);

/** Returns the words of a list, which are separated by blanks. */
export function wordsIn(list = ''): string[] {
  return list.split(/\s+/).filter((word) => word !== '');
}

/** Returns the words of one list in all languages, each once. */
export function wordsOfAll(list: (language: LanguageWords) => string | undefined): string[] {
  return [...new Set(languages.flatMap((language) => wordsIn(list(language))))];
}

/** Joins the pieces of regular expressions in one list of all languages, separated by `;`, into one alternation. */
export function piecesOfAll(list: (language: LanguageWords) => string | undefined): string {
  return languages.flatMap((language) => list(language)?.split(';') ?? []).join('|');
}

/** Returns a piece of a regular expression that matches any of the words, the longest first. */
export function anyOf(words: readonly string[]): string {
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  return longestFirst.map((word) => word.replaceAll('.', '\\.')).join('|');
}

const byKind = new Map(FIELD_KINDS.map((kind) => [kind, wordsOfAll(({ fields }) => fields[kind])]));

/** Returns the words of keys, heads and labels for this kind of value, in all languages, folded. `_` joins several. */
export function fieldWords(kind: FieldKind): readonly string[] {
  return byKind.get(kind) ?? [];
}
