import { NAMES_THAT_ARE_WORDS } from '../../data/known-names/names-that-are-words';
import { isCommonWord } from './common-words';
import { fold } from './fold';

/** Whether a word stands in small letters and means a thing rather than a person: the `mark` of `mark_as_read`. */
export function isEverydayWord(word: string): boolean {
  const folded = fold(word);
  return !/\p{Lu}/u.test(word) && (NAMES_THAT_ARE_WORDS.has(folded) || isCommonWord(folded));
}
