import fc from 'fast-check';
import { mergeResults, type Result } from './merge-results';

const result = (start: number, end: number, entityType: string, more: Partial<Result> = {}): Result => ({
  start,
  end,
  entityType,
  score: 0.8,
  isCallers: true,
  ...more,
});
const merged = (text: string, ...results: Result[]) =>
  mergeResults(results, (start, end) => text.slice(start, end)).map(
    ({ start, end, entityType }) => `${entityType} ${text.slice(start, end)}`,
  );

describe('conflicts of results', () => {
  it('leave the longer of two results if it contains the other', () => {
    expect(merged('Jane Doe', result(0, 4, 'FIRST_NAME'), result(0, 8, 'NAME'))).toEqual(['NAME Jane Doe']);
  });

  it("leave the caller's of two equal ranges, and of the caller's the one with the higher score", () => {
    const own = result(0, 8, 'PERSON', { score: 1, isCallers: false });
    expect(merged('Jane Doe', own, result(0, 8, 'NAME'))).toEqual(['NAME Jane Doe']);
    expect(merged('Jane Doe', result(0, 8, 'A', { score: 0.2 }), result(0, 8, 'B'))).toEqual(['B Jane Doe']);
  });

  it('join results of one entity that intersect, or have only blanks between them', () => {
    expect(merged('Jane  Doe', result(0, 4, 'A'), result(6, 9, 'A'))).toEqual(['A Jane  Doe']);
    expect(merged('Jane, Doe', result(0, 4, 'A'), result(6, 9, 'A'))).toEqual(['A Jane', 'A Doe']);
    expect(merged('Jane Doe', result(0, 6, 'A'), result(4, 8, 'A'))).toEqual(['A Jane Doe']);
  });

  it('keep results of different entities that overlap', () => {
    const text = "I'm George Washington Square Park";
    expect(merged(text, result(4, 21, 'NAME'), result(11, 33, 'LOCATION'))).toEqual([
      'NAME George Washington',
      'LOCATION Washington Square Park',
    ]);
  });

  it('leave no character of a result uncovered', () => {
    const any = fc
      .record({
        start: fc.nat(20),
        length: fc.nat(8),
        entityType: fc.constantFrom('A', 'B'),
        isCallers: fc.boolean(),
      })
      .map(({ start, length, entityType, isCallers }) =>
        result(start, start + length, entityType, { isCallers }),
      );
    fc.assert(
      fc.property(fc.array(any), (results) => {
        const kept = mergeResults(results, () => 'x');
        for (const { start, end } of results)
          for (let at = start; at < end; at += 1)
            expect(kept.some((one) => one.start <= at && at < one.end)).toBe(true);
      }),
    );
  });
});
