import { FIELD_KINDS, type FieldKind, type LanguageWords } from '../../data/language-words';
import { LANGUAGES } from '../../data/languages';

/** Every language of which words are known. */
export const languages: readonly LanguageWords[] = Object.values(LANGUAGES);

/** The words of a list, which parts them by blanks. */
export function wordsIn(list = ''): string[] {
  return list.split(/\s+/).filter((word) => word !== '');
}

/** The words of one list in all languages, each once. */
export function wordsOfAll(list: (language: LanguageWords) => string | undefined): string[] {
  return [...new Set(languages.flatMap((language) => wordsIn(list(language))))];
}

/** The pieces of regular expressions in one list of all languages, which parts them by `;`, as one alternation. */
export function piecesOfAll(list: (language: LanguageWords) => string | undefined): string {
  return languages.flatMap((language) => list(language)?.split(';') ?? []).join('|');
}

/** A piece of a regular expression for any of the words, the longest first. */
export function anyOf(words: readonly string[]): string {
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  return longestFirst.map((word) => word.replaceAll('.', '\\.')).join('|');
}

const byKind = new Map(FIELD_KINDS.map((kind) => [kind, wordsOfAll(({ fields }) => fields[kind])]));

/** The words of keys, heads and labels that say this of their value, in all languages, folded; `_` joins several. */
export function fieldWords(kind: FieldKind): readonly string[] {
  return byKind.get(kind) ?? [];
}
