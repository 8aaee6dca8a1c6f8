import { tokenize } from './tokenizer';
import type { Decoding, Vocabulary } from './vocabulary';
import { cutWindows } from './windows';
import { tagWords, type TaggedWord } from './words';

/** A text prepared for the network. */
export interface Reading {
  words: TaggedWord[];
  /** The piece ids of each window, with the special ones around them. */
  windows: Int32Array[];
  decoding: Decoding;
}

/** @param text well-formed: no lone surrogates */
export function readText(text: string, vocabulary: Vocabulary): Reading {
  const pieces = tokenize(text, vocabulary);
  const { bos, eos, newline } = vocabulary.special;
  const windows = cutWindows(text, pieces, vocabulary.window, newline).map(({ start, end }) =>
    Int32Array.from([bos, ...pieces.ids.slice(start, end), eos]),
  );
  return { words: tagWords(text, pieces), windows, decoding: vocabulary.decoding };
}
