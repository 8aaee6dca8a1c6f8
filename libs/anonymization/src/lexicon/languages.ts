import { LANGUAGE_CODES, type LanguageCode } from '../../data/languages';
import { readLanguage } from './language-file';
import { FIELD_KINDS, type FieldKind } from './language-kinds';
import type { LanguageWords } from './language-schema';
import { joinPiece, type Piece } from './pieces';

/** The words of every language. */
export const LANGUAGES = Object.fromEntries(
  LANGUAGE_CODES.map((code) => [code, readLanguage(code)]),
) as Readonly<Record<LanguageCode, LanguageWords>>;

/** The languages that a request may name. Each has a row in the quality table. */
export const REQUEST_LANGUAGES = LANGUAGE_CODES.filter((code) => LANGUAGES[code].request);

const languages = Object.values(LANGUAGES);

/** Returns the entries of one list in all languages, each once. */
export function wordsOfAll(list: (language: LanguageWords) => readonly string[] | undefined): string[] {
  return [...new Set(languages.flatMap((language) => list(language) ?? []))];
}

/** Joins the pieces of regular expressions in one list of all languages into one alternation. */
export function piecesOfAll(list: (language: LanguageWords) => readonly Piece[] | undefined): string {
  return languages.flatMap((language) => list(language)?.map(joinPiece) ?? []).join('|');
}

/** Returns a piece of a regular expression that matches any of the words, the longest first. */
export function anyOf(words: readonly string[]): string {
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  return longestFirst.map((word) => word.replaceAll('.', '\\.')).join('|');
}

const byKind = new Map(FIELD_KINDS.map((kind) => [kind, wordsOfAll(({ fields }) => fields[kind])]));

/** Returns the words of keys, heads and labels for this kind of value, in all languages, folded. */
export function fieldWords(kind: FieldKind): readonly string[] {
  return byKind.get(kind) ?? [];
}
