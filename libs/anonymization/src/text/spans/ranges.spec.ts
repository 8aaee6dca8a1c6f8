import { array, assert, integer, property, tuple } from 'fast-check';
import {
  apartFrom,
  byStart,
  hull,
  overlappingGroups,
  overlaps,
  shifted,
  without,
  type Range,
} from './ranges';

const range = tuple(integer({ min: 0, max: 40 }), integer({ min: 1, max: 12 })).map(
  ([start, length]): Range => ({ start, end: start + length }),
);
const ranges = array(range, { maxLength: 12 });
const charactersOf = (all: readonly Range[]): number[] =>
  [
    ...new Set(all.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at))),
  ].sort((a, b) => a - b);
/** Returns whether ranges are sorted, without overlaps and not empty: a text can be cut into them. */
const areApart = (all: readonly Range[]): boolean =>
  all.every(({ start, end }, at) => start < end && (all[at - 1]?.end ?? 0) <= start);
const merged = (all: readonly Range[]): Range[] =>
  overlappingGroups(all).map((group) => group.reduce<Range>(hull, group[0]!));

describe('ranges', () => {
  it('overlap if they share a character', () => {
    assert(
      property(range, range, (a, b) => {
        const shared = charactersOf([a]).filter((at) => at >= b.start && at < b.end);
        expect(overlaps(a, b)).toBe(shared.length > 0);
        expect(overlaps(a, b)).toBe(overlaps(b, a));
      }),
    );
  });

  it('without others are exactly the characters that no other covers, in order and without overlaps', () => {
    assert(
      property(range, ranges, (whole, others) => {
        const pieces = without(whole, others);
        const covered = new Set(charactersOf(others));
        expect(charactersOf(pieces)).toEqual(charactersOf([whole]).filter((at) => !covered.has(at)));
        expect(areApart(pieces)).toBe(true);
      }),
    );
  });

  it('without overlapping ones stay unchanged', () => {
    assert(property(range, (whole) => expect(without(whole, [shifted(whole, 60)])).toEqual([whole])));
  });

  it('form groups without overlaps that cover the same characters, and contain each range once', () => {
    assert(
      property(ranges, (all) => {
        expect(overlappingGroups(all).flat()).toEqual(all.toSorted(byStart));
        expect(areApart(merged(all))).toBe(true);
        expect(charactersOf(merged(all))).toEqual(charactersOf(all));
        expect(merged(merged(all))).toEqual(merged(all));
      }),
    );
  });

  it('apart from others are those that overlap none of them', () => {
    assert(
      property(ranges, ranges, (some, others) => {
        const [one, other] = [merged(some), merged(others)];
        expect(apartFrom(one, other)).toEqual(one.filter((a) => !other.some((b) => overlaps(a, b))));
      }),
    );
  });

  it('are equal after a shift in both directions', () => {
    assert(
      property(range, integer({ min: -9, max: 9 }), (a, by) =>
        expect(shifted(shifted(a, by), -by)).toEqual(a),
      ),
    );
  });
});
