import type { Decoding } from './vocabulary';

/** 0 O (outside), 1 B (a name begins), 2 I (it goes on). */
export type Tag = 0 | 1 | 2;
const TAGS: readonly Tag[] = [0, 1, 2];

/**
 * The sequence of tags with the greatest sum of scores, transitions and biases (Viterbi); of equal sums the lower tag.
 *
 * @param scores three numbers for each word, in the order O, B, I
 */
export function decodeTags(
  scores: readonly (readonly number[])[],
  { initial, transitions, bias }: Decoding,
): Tag[] {
  const back: Tag[][] = [];
  let best: number[] = [];
  for (const word of scores) {
    const from: Tag[] = [];
    const isFirst = back.length === 0;
    best = TAGS.map((tag) => {
      const own = (word[tag] ?? 0) + bias[tag];
      const previous = argmax(TAGS.map((other) => (best[other] ?? 0) + transitions[other][tag]));
      from.push(previous);
      return own + (isFirst ? initial[tag] : (best[previous] ?? 0) + transitions[previous][tag]);
    });
    back.push(from);
  }
  const tags: Tag[] = [];
  let tag = argmax(best);
  for (let i = back.length - 1; i >= 0; i -= 1) {
    tags.push(tag);
    tag = back[i]?.[tag] ?? 0;
  }
  return tags.reverse();
}

function argmax(values: readonly number[]): Tag {
  let best: Tag = 0;
  for (const tag of TAGS) if ((values[tag] ?? -Infinity) > (values[best] ?? -Infinity)) best = tag;
  return best;
}
