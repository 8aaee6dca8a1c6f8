import type { NameLexicon } from '../../lexicon/name-lexicon';
import { namePrior } from './name-prior';
import { tokenize } from './tokenizer';
import type { Decoding, Vocabulary } from './vocabulary';
import { cutWindows } from './windows';
import { type TaggedWord, tagWords } from './words';

/** A text prepared for the network. */
export interface Reading {
  words: (TaggedWord & { prior: number })[];
  /** The piece ids of each window, with the special ones around them. */
  windows: Int32Array[];
  decoding: Decoding;
}

/** @param text well-formed: no lone surrogates */
export function readText(text: string, vocabulary: Vocabulary, lexicon: NameLexicon): Reading {
  const pieces = tokenize(text, vocabulary);
  const { bos, eos, newline } = vocabulary.special;
  const windows = cutWindows(text, pieces, vocabulary.window, newline).map(({ start, end }) =>
    Int32Array.from([bos, ...pieces.ids.slice(start, end), eos]),
  );
  const words = tagWords(text, pieces).map((word) => ({
    ...word,
    prior: namePrior(text.slice(word.start, word.end), lexicon),
  }));
  return { words, windows, decoding: vocabulary.decoding };
}
