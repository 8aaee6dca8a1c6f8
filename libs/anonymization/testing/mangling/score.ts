import { restore } from '../../src/restoring/restore';
import { CHATS } from './chats';
import { unmark, type CorpusCase, type Place } from './corpus-case';

export interface Score {
  cases: number;
  /** Places that had to be restored, and were */
  restored: number;
  /** Places that had to be restored, and were left as they are */
  left: number;
  /** Cases in which anything else was put in */
  wrong: number;
  /** What went wrong or was left, to read */
  misses: string[];
}

/** Restores every answer of a corpus and counts what became of its places. */
export function score(cases: readonly CorpusCase[]): Score {
  const total: Score = { cases: cases.length, restored: 0, left: 0, wrong: 0, misses: [] };
  for (const { style, kind, marked } of cases) {
    const { answer, pieces } = unmark(marked);
    const { table, sent } = CHATS[style];
    const output = restore(answer, table, sent);
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

/** How many places were left, where each place was either restored as it must be or left; else `undefined`. */
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
