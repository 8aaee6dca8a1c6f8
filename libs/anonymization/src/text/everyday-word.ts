import { NAMES_THAT_ARE_WORDS } from '../../data/known-names/names-that-are-words';
import { fold } from './fold';

/** Whether a word in small letters may well mean a thing though it is a name too: the `mark` of `mark_as_read`. */
export const isEverydayWord = (word: string): boolean =>
  !/\p{Lu}/u.test(word) && NAMES_THAT_ARE_WORDS.has(fold(word));
