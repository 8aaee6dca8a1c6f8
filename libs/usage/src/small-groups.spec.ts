import { array, assert, nat, property, uniqueArray } from 'fast-check';
import { LEAST_CALLERS, rowsToShow } from './small-groups';

const persons = (...ids: readonly (number | string)[]): Set<string> => new Set(ids.map(String));
const many = (count: number, from = 0): Set<string> =>
  persons(...Array.from({ length: count }, (_, i) => from + i));

describe('rowsToShow', () => {
  it('shows a row of five callers, and none of four', () => {
    expect(rowsToShow(new Map([['five', many(5)]]))).toEqual(new Set(['five']));
    expect(rowsToShow(new Map([['four', many(4)]]))).toEqual(new Set());
  });

  it('also omits the next smallest row if the omitted rows have fewer than five callers together', () => {
    const rows = new Map([
      ['solo', many(1)],
      ['six', many(6, 10)],
      ['nine', many(9, 20)],
    ]);
    expect(rowsToShow(rows)).toEqual(new Set(['nine']));
  });

  it('omits no further row if the small ones have five callers together', () => {
    const rows = new Map([
      ['two', many(2)],
      ['three', many(3, 10)],
      ['six', many(6, 20)],
    ]);
    expect(rowsToShow(rows)).toEqual(new Set(['six']));
  });

  it('never shows fewer than five callers in a row or in the rest, and omits no more than necessary [PRIV-40]', () => {
    const row = uniqueArray(nat(30), { maxLength: 12 }).map((ids) => persons(...ids));
    assert(
      property(array(row, { maxLength: 10 }), (sets) => {
        const rows = new Map(sets.map((set, i) => [i, set]));
        const shown = rowsToShow(rows);
        const isShown = (i: number): boolean => shown.has(i);
        for (const i of shown) expect(rows.get(i)!.size).toBeGreaterThanOrEqual(LEAST_CALLERS);
        const hidden = [...rows.keys()].filter((i) => !isShown(i));
        const rest = new Set(hidden.flatMap((i) => [...rows.get(i)!]));
        if (shown.size > 0 && hidden.length > 0) expect(rest.size).toBeGreaterThanOrEqual(LEAST_CALLERS);
        if (sets.every(({ size }) => size >= LEAST_CALLERS)) expect(hidden).toEqual([]);
        // Of the rows that are large enough, only the smallest ones may be omitted.
        const smallestShown = Math.min(...[...shown].map((i) => rows.get(i)!.size));
        for (const i of hidden) expect(rows.get(i)!.size).toBeLessThanOrEqual(smallestShown);
      }),
    );
  });
});
