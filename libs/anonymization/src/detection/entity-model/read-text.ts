import { matchesOf } from '@app/common';
import { isCommonWord, type NameLexicon } from '../../lexicon/word-lists';
import type { Range } from '../../text/spans/ranges';
import { type Pieces, tokenize } from './tokenizer';
import type { Decoding, Vocabulary } from './vocabulary';

/**
 * Cuts a text into windows of at most `size` pieces: as few as possible, of similar length so that they can be processed in
 * parallel. Each ends at a line end if possible, or else after a sentence, or else after a word.
 */
export function cutWindows(text: string, pieces: Pieces, size: number, newline: number): Range[] {
  const windows: Range[] = [];
  const count = pieces.ids.length;
  let start = 0;
  while (count - start > size) {
    const end = findCut(text, pieces, start, size, newline);
    windows.push({ start, end });
    start = end;
  }
  if (start < count) windows.push({ start, end: count });
  return windows;
}

function findCut(
  text: string,
  { ids, starts }: Pieces,
  start: number,
  size: number,
  newline: number,
): number {
  const left = ids.length - start;
  const alike = Math.ceil(left / Math.ceil(left / size));
  const latest = start + Math.min(size, alike + Math.floor(alike / 8));
  const earliest = start + Math.floor(alike / 2);
  const last = (from: number, fits: (piece: number) => boolean): number | undefined => {
    for (let cut = latest; cut > from; cut -= 1) if (fits(cut)) return cut;
    return undefined;
  };
  const before = (piece: number, by: number): string => text[(starts[piece] ?? 0) - by] ?? '';
  const afterBlank = (piece: number): boolean => /[ \n]/.test(before(piece, 1));
  return (
    last(earliest, (piece) => ids[piece] === newline) ??
    last(earliest, (piece) => afterBlank(piece) && /[.!?]/.test(before(piece, 2))) ??
    last(start + 1, afterBlank) ??
    latest
  );
}

/** A word of the text with the piece that carries its tag, in UTF-16 offsets. */
interface TaggedWord extends Range {
  piece: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\p{White_Space}]/gu;

/** Returns the words that the model tags: runs of letters and digits, and every other visible character. */
export function findWords(text: string): Range[] {
  return [...matchesOf(WORD, text)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

/** Returns each word with the first piece that covers its first character. Skips words that normalization removes. */
export function tagWords(text: string, { starts, ends }: Pieces): TaggedWord[] {
  let piece = 0;
  return findWords(text).flatMap(({ start, end }) => {
    while (piece < ends.length && (ends[piece] ?? 0) <= start) piece += 1;
    return piece < starts.length && (starts[piece] ?? 0) <= start ? [{ start, end, piece }] : [];
  });
}

/**
 * Returns the number that word lists add to the network's score for "a name begins with this word", a natural logarithm.
 * The network knows words by their pieces, and mistakes words for names, mostly in chats without capitals. A common word may
 * still begin a name if the network is sure. The values were tuned with the network before, on texts of
 * `tools/entity-model/texts` that it was not trained on.
 */
export function namePrior(word: string, lexicon: NameLexicon): number {
  // Mostly punctuation: no list contains such short words.
  if (word.length < 2) return 0;
  const isCommon = isCommonWord(word);
  if (lexicon.isFirstName(word)) return isCommon ? 0 : 0.8;
  if (!lexicon.isLastName(word)) return isCommon ? -3 : 0.3;
  if (!isCommon) return -0.2;
  return word === word.toLowerCase() ? -2 : -1;
}

/** A text prepared for the network. */
export interface ModelInput {
  words: (TaggedWord & { prior: number })[];
  /** The piece ids of each window, with the special pieces around them. */
  windows: Int32Array[];
  decoding: Decoding;
}

/** @param text well-formed: no lone surrogates */
export function readText(text: string, vocabulary: Vocabulary, lexicon: NameLexicon): ModelInput {
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
