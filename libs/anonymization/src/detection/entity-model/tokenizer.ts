import type { Vocabulary } from './vocabulary';

/** A text as the model reads it. Piece `i` represents `text.slice(starts[i], ends[i])`. */
export interface Pieces {
  ids: number[];
  /** UTF-16 offsets */
  starts: number[];
  ends: number[];
}

const LINE_FEED = 0x0a;
const BLANK = 0x20;
const WORD_START = 0x2581;

/**
 * Cuts a text into the model's pieces with exact offsets. Characters are normalized one by one (4,837 of them change, some
 * to several or none). Words end at blanks. A run of line ends is one piece.
 *
 * @param text well-formed: no lone surrogates
 */
export function tokenize(text: string, vocabulary: Vocabulary): Pieces {
  const pieces: Pieces = { ids: [], starts: [], ends: [] };
  let word: number[] = [WORD_START];
  let starts: number[] = [];
  let ends: number[] = [];
  const endWord = (): void => {
    if (starts.length > 0) addWord(pieces, word, starts, ends, vocabulary);
    word = [WORD_START];
    starts = [];
    ends = [];
  };
  for (let at = 0; at < text.length;) {
    const codePoint = text.codePointAt(at) ?? 0;
    const next = at + (codePoint > 0xffff ? 2 : 1);
    if (codePoint === LINE_FEED) {
      endWord();
      addLineEnd(pieces, at, vocabulary.special.newline);
    } else {
      for (const character of vocabulary.normalization.get(codePoint) ?? [codePoint]) {
        if (character === BLANK) endWord();
        else {
          word.push(character);
          starts.push(at);
          ends.push(next);
        }
      }
    }
    at = next;
  }
  endWord();
  return pieces;
}

function addLineEnd({ ids, starts, ends }: Pieces, at: number, newline: number): void {
  if (ids.length === 0 || ids.at(-1) === newline) return;
  ids.push(newline);
  starts.push(at);
  ends.push(at);
}

function addWord(
  pieces: Pieces,
  word: readonly number[],
  starts: readonly number[],
  ends: readonly number[],
  vocabulary: Vocabulary,
): void {
  const split = splitWord(word, vocabulary);
  let first = 0;
  for (const [i, id] of split.ids.entries()) {
    const end = split.ends[i] ?? 0;
    // Index 0 of the word is U+2581, which represents no character of the text.
    pieces.ids.push(id);
    pieces.starts.push(starts[Math.max(0, first - 1)] ?? 0);
    pieces.ends.push((end === 1 ? starts[0] : ends[end - 2]) ?? 0);
    first = end;
  }
}

/** The pieces of a word: their ids, and the index after the last character of each. */
interface WordPieces {
  ids: number[];
  ends: number[];
}

/**
 * Returns the split of a word with the greatest sum of scores (unigram language model, Viterbi). Scores are whole numbers,
 * so sums are exact. Of equal sums, the first one wins. Ends are tried from the nearest to the farthest.
 *
 * @param word code points, U+2581 first
 */
function splitWord(word: readonly number[], { trie, special, unkScore }: Vocabulary): WordPieces {
  const length = word.length;
  const best = new Float64Array(length + 1).fill(-Infinity);
  const from = new Int32Array(length + 1);
  const pieces = new Int32Array(length + 1);
  best[0] = 0;
  const offer = (start: number, end: number, id: number, score: number): void => {
    const sum = (best[start] ?? 0) + score;
    if (sum <= (best[end] ?? 0)) return;
    best[end] = sum;
    from[end] = start;
    pieces[end] = id;
  };
  for (let start = 0; start < length; start += 1) {
    let node: number | undefined = 0;
    for (let end = start; end < length; end += 1) {
      node = trie.step(node, word[end] ?? 0);
      if (node === undefined) break;
      const id = trie.idAt(node);
      if (id !== -1) offer(start, end + 1, id, trie.scoreAt(node));
    }
    offer(start, start + 1, special.unk, unkScore);
  }
  const split: WordPieces = { ids: [], ends: [] };
  for (let end = length; end > 0; end = from[end] ?? 0) {
    split.ids.push(pieces[end] ?? special.unk);
    split.ends.push(end);
  }
  split.ids.reverse();
  split.ends.reverse();
  return split;
}
