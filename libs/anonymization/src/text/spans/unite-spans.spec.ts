import { array, assert, constantFrom, integer, property, shuffledSubarray, tuple } from 'fast-check';
import { ENTITY_TYPES } from '../../kinds/entity-type';
import type { Span } from './span';
import { mergeSpans, resolveSpans } from './unite-spans';

const TEXT = 'Hans Müller, hans.mueller@example.com, +49 30 901820, Anna Schmidt'.slice(0, 60);
const spans = array(
  tuple(integer({ min: 0, max: 50 }), integer({ min: 1, max: 10 }), constantFrom(...ENTITY_TYPES)).map(
    ([start, length, type]): Span => ({ start, end: start + length, type }),
  ),
  { maxLength: 10 },
);
const covers = (all: readonly Span[], at: number): boolean =>
  all.some(({ start, end }) => start <= at && at < end);

describe('united spans', () => {
  it.each([
    ['merged', (all: readonly Span[]) => mergeSpans(all)],
    ['resolved', (all: readonly Span[]) => resolveSpans(TEXT, all)],
  ])('leave no letter or digit of a value uncovered, and do not overlap, when they are %s', (_, unite) => {
    assert(
      property(spans, (all) => {
        const united = unite(all);
        const uncovered = [...TEXT].filter(
          (sign, at) => /[\p{L}\p{N}]/u.test(sign) && covers(all, at) && !covers(united, at),
        );
        expect(uncovered).toEqual([]);
        expect(united.every(({ start }, at) => (united[at - 1]?.end ?? 0) <= start)).toBe(true);
        expect(unite(united)).toEqual(united);
      }),
    );
  });

  it('do not depend on the order of findings', () => {
    assert(
      property(
        spans.chain((all) =>
          tuple(
            shuffledSubarray(all, { minLength: all.length }),
            shuffledSubarray(all, { minLength: all.length }),
          ),
        ),
        ([one, other]) => expect(mergeSpans(one)).toEqual(mergeSpans(other)),
      ),
    );
  });
});
