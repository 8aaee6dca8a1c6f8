/** A value in a text, by offsets in code points. */
export interface Result {
  start: number;
  end: number;
  entityType: string;
  score: number;
  /** Whether the caller found it. Of two equal ranges, the caller's stays */
  isCallers: boolean;
}

const byRange = (a: Result, b: Result): number => a.start - b.start || a.end - b.end;

/**
 * Resolves conflicts of results as Presidio's anonymizer does: intersecting results of one entity become one, results inside
 * others are left out, and results of one entity with only blanks between them become one. Results of different entities
 * may still overlap.
 *
 * @param between returns the text between two offsets
 */
export function mergeResults(
  results: readonly Result[],
  between: (start: number, end: number) => string,
): Result[] {
  return joinOverBlanks(withoutContained(joinIntersecting(results.toSorted(byRange))), between);
}

/** @param sorted by range */
function joinIntersecting(sorted: readonly Result[]): Result[] {
  const last = new Map<string, Result>();
  const joined: Result[] = [];
  for (const result of sorted) {
    const before = last.get(result.entityType);
    if (before && result.start < before.end) {
      before.end = Math.max(before.end, result.end);
      before.score = Math.max(before.score, result.score);
      before.isCallers ||= result.isCallers;
    } else {
      const copy = { ...result };
      last.set(result.entityType, copy);
      joined.push(copy);
    }
  }
  return joined;
}

function withoutContained(results: readonly Result[]): Result[] {
  const order = results.toSorted((a, b) => a.start - b.start || b.end - a.end || byPrecedence(a, b));
  const kept: Result[] = [];
  let end = -1;
  for (const result of order) {
    if (result.end <= end) continue;
    kept.push(result);
    end = result.end;
  }
  return kept;
}

const byPrecedence = (a: Result, b: Result): number =>
  Number(b.isCallers) - Number(a.isCallers) || b.score - a.score;

function joinOverBlanks(
  results: readonly Result[],
  between: (start: number, end: number) => string,
): Result[] {
  const joined: Result[] = [];
  for (const result of results) {
    const before = joined.at(-1);
    const isNext = before?.entityType === result.entityType && before.end < result.start;
    if (isNext && /^ +$/.test(between(before.end, result.start))) before.end = result.end;
    else joined.push({ ...result });
  }
  return joined;
}
