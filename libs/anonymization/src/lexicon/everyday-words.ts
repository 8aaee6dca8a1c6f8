import { fold, spelledOut } from './fold';
import { wordsOfAll } from './languages';
import { readWords, WordSet } from './word-set';

const namesThatAreWords = new Set(wordsOfAll(({ people }) => people?.namesThatAreWords));
let commonWords: WordSet | undefined;

/**
 * Whether a word usually names no person in English or German (`data/README.md` says where the list comes from). Accents
 * count: "mie" is a word, "Mié" is not.
 */
export function isCommonWord(word: string): boolean {
  // 150 KB that are read when they are first asked for.
  commonWords ??= new WordSet(readWords('common-words').map(spelledOut));
  return commonWords.has(spelledOut(word));
}

/** Whether a name is a word too, folded: alone and without a title it may well mean the word. */
export function isNameAndWord(folded: string): boolean {
  return namesThatAreWords.has(folded);
}

/** Whether a word in small letters may well mean a thing though it is a name too: the `mark` of `mark_as_read`. */
export function isEverydayWord(word: string): boolean {
  return !/\p{Lu}/u.test(word) && isNameAndWord(fold(word));
}
