import { isCommonWord } from '../../lexicon/everyday-words';
import type { NameLexicon } from '../../lexicon/name-lexicon';

/**
 * What word lists add to the network's score for "a name begins with this word", a natural logarithm: the network knows
 * words by their pieces, and takes a rare noun for a name where a list knows better. A common word may still begin a name
 * where the network is sure. The values were chosen on the sets that measure (the model card says how).
 */
export function namePrior(word: string, lexicon: NameLexicon): number {
  // Punctuation, mostly: no list has anything that short.
  if (word.length < 2) return 0;
  const isCommon = isCommonWord(word);
  if (lexicon.isFirstName(word)) return isCommon ? 0 : 0.5;
  if (lexicon.isLastName(word)) return isCommon ? -1 : -0.5;
  return isCommon ? -3 : 0;
}
