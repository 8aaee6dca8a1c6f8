import type { Vocabulary } from './vocabulary';

/** A word cut into pieces: their ids, and for each the index just after its last character. */
export interface WordPieces {
  ids: number[];
  ends: number[];
}

/**
 * The split of a word with the greatest sum of scores (unigram language model, Viterbi). Scores are whole numbers,
 * so sums are exact; of equal sums the first found wins, with ends tried from the nearest to the farthest.
 *
 * @param word code points, U+2581 first
 */
export function splitWord(word: readonly number[], { trie, special, unkScore }: Vocabulary): WordPieces {
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
