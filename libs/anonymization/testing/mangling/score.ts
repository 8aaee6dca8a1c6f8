import { restore } from '../hide-and-restore';
import { CHATS } from './chats';
import { unmark, type CorpusCase, type Place } from './corpus-case';

export interface Score {
  cases: number;
  /** The number of places that were restored correctly */
  restored: number;
  /** The number of places that should have been restored, but stayed unchanged */
  left: number;
  /** The number of cases with any other difference */
  wrong: number;
  /** The failed cases, in words */
  misses: string[];
}

/** Restores every answer of a corpus, and counts the results of its places. */
export async function score(cases: readonly CorpusCase[]): Promise<Score> {
  const total: Score = { cases: cases.length, restored: 0, left: 0, wrong: 0, misses: [] };
  for (const { style, kind, marked } of cases) {
    const { answer, pieces } = unmark(marked);
    const { table, sent } = CHATS[style];
    const output = await restore(answer, table, sent);
    const places = pieces.filter((piece): piece is Place => typeof piece !== 'string');
    const left = leftPlaces(pieces, output);
    if (left === undefined) total.wrong += 1;
    total.left += left ?? 0;
    total.restored += left === undefined ? 0 : places.length - left;
    if (left !== 0)
      total.misses.push(
        `${left === undefined ? 'WRONG' : 'left'} ${style} ${kind}: ${marked} gave ${output}`,
      );
  }
  return total;
}

/** Returns the number of places that stayed unchanged, if all others were restored correctly; else `undefined`. */
function leftPlaces(pieces: readonly (string | Place)[], output: string): number | undefined {
  const [first, ...rest] = pieces;
  if (first === undefined) return output === '' ? 0 : undefined;
  if (typeof first === 'string')
    return output.startsWith(first) ? leftPlaces(rest, output.slice(first.length)) : undefined;
  if (output.startsWith(first.restored)) {
    const left = leftPlaces(rest, output.slice(first.restored.length));
    if (left !== undefined) return left;
  }
  if (!output.startsWith(first.written)) return undefined;
  const left = leftPlaces(rest, output.slice(first.written.length));
  return left === undefined ? undefined : left + 1;
}
