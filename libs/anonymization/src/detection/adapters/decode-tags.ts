import type { Decoding } from './vocabulary';

/**
 * The sequence of classes with the greatest sum of scores and biases in which a span goes on only after a word of the same
 * span (Viterbi); of equal sums the lower index.
 *
 * @param scores one number for each class, for each word
 * @returns for each word the index of its class
 */
export function decodeTags(scores: readonly (readonly number[])[], { classes, bias }: Decoding): number[] {
  const before = classes.map((name) => predecessors(name, classes));
  const back: number[][] = [];
  let sums: number[] = [];
  for (const word of scores) {
    const best = greatest(sums);
    const from = before.map((allowed) => (allowed ? greatest(sums, allowed) : best));
    const isFirst = back.length === 0;
    sums = from.map((previous, tag) => {
      const own = (word[tag] ?? 0) + (bias[tag] ?? 0);
      if (isFirst) return before[tag] ? -Infinity : own;
      return (sums[previous] ?? -Infinity) + own;
    });
    back.push(from);
  }
  const tags: number[] = [];
  let tag = greatest(sums);
  for (let i = back.length - 1; i >= 0; i -= 1) {
    tags.push(tag);
    tag = back[i]?.[tag] ?? 0;
  }
  return tags.reverse();
}

/** The classes that may stand before one that goes on; undefined where all may. */
function predecessors(name: string, classes: readonly string[]): number[] | undefined {
  if (!name.startsWith('I-')) return undefined;
  return classes.flatMap((other, i) => (other !== 'O' && other.slice(2) === name.slice(2) ? [i] : []));
}

function greatest(values: readonly number[], among?: readonly number[]): number {
  const indices = among ?? values.keys();
  let best = among?.[0] ?? 0;
  for (const i of indices) if ((values[i] ?? -Infinity) > (values[best] ?? -Infinity)) best = i;
  return best;
}
