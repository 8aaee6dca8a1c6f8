import type { TextChange } from '../editing/text-editor';

/** A piece of a text: characters of one run that can be replaced, or a mark, such as a tab, that stays where it is. */
export interface Run {
  text: string;
  isMark?: boolean;
}

/**
 * Returns the texts of all runs after changes of the text that they make together. A replacement goes to the run in which its
 * range begins. Marks of the range stay behind it. If the replacement contains the marks that follow it, it is divided at
 * them: a value with a tab is hidden by a label before the tab, and gets the same tab back when the label is replaced.
 */
export function changeRuns(runs: readonly Run[], changes: readonly TextChange[]): string[] {
  const written = runs.map(() => '');
  const starts = startsOf(runs);
  let at = 0;
  const copyTo = (end: number): void => {
    for (let run = lastStartAt(starts, at); run < runs.length && starts[run]! < end; run += 1) {
      const { text, isMark } = runs[run]!;
      if (!isMark) written[run] += text.slice(Math.max(at - starts[run]!, 0), end - starts[run]!);
    }
    at = end;
  };
  for (const { start, end, replacement } of changes) {
    copyTo(start);
    let target = textAt(runs, lastStartAt(starts, start));
    let left = replacement;
    let reached = end;
    for (let mark = target + 1; mark < runs.length && starts[mark]! <= reached; mark += 1) {
      const { text, isMark } = runs[mark]!;
      if (!isMark) continue;
      const found = left.indexOf(text);
      if (found === -1) break;
      const next = runs.findIndex((run, index) => index > mark && !run.isMark);
      if (next === -1) break;
      written[target] += left.slice(0, found);
      left = left.slice(found + text.length);
      target = next;
      if (starts[mark] === reached) reached += text.length;
    }
    written[target] += left;
    at = end;
  }
  copyTo(Number.POSITIVE_INFINITY);
  return written.map((text, run) => (runs[run]!.isMark ? runs[run]!.text : text));
}

function startsOf(runs: readonly Run[]): number[] {
  let length = 0;
  return runs.map(({ text }) => {
    length += text.length;
    return length - text.length;
  });
}

/** Returns the last run that starts at or before `offset`, by bisection. */
function lastStartAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the run itself if its text can be replaced, or the nearest such run, preferably after it. */
function textAt(runs: readonly Run[], run: number): number {
  for (let after = run; after < runs.length; after += 1) if (!runs[after]!.isMark) return after;
  for (let before = run; before >= 0; before -= 1) if (!runs[before]!.isMark) return before;
  throw new Error('A text without runs cannot change');
}
