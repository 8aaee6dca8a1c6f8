import { array, assert, asyncProperty, constantFrom, nat, record, string, tuple } from 'fast-check';
import { TimeSlice } from '@app/common';
import type { FileText } from '@app/file-formats';
import { blocksOf, changesOf, spansOfUnits, unitsOf } from './text-units';

const slice = new TimeSlice();
const row: FileText[] = [
  { part: 'cells', text: 'Anna' },
  { part: 'cells', text: 'Weber', joins: 'cell' },
  { part: 'cells', text: 'Ulm' },
];
const lines: FileText[] = [
  { part: 'page', text: 'Frau Anna' },
  { part: 'page', text: 'Weber kam.', joins: 'line' },
];

describe('the texts of a file', () => {
  it('are searched with tabs between cells, line ends between rows, and a blank line between parts', async () => {
    const texts = [...row, { part: 'notes', text: 'End' }];
    const units = await unitsOf(texts, slice);
    expect(await blocksOf(texts, units, slice)).toEqual([
      { text: 'Anna\tWeber\nUlm\n\nEnd', starts: [0, 5, 11, 16] },
    ]);
  });

  it('are hidden cell by cell: a value over two cells becomes one in each', async () => {
    const units = await unitsOf(row, slice);
    const blocks = await blocksOf(row, units, slice);
    const spans = await spansOfUnits(units, blocks, [[{ start: 0, end: 10, type: 'Names' }]], slice);
    expect(spans).toEqual([[{ start: 0, end: 4, type: 'Names' }], [{ start: 0, end: 5, type: 'Names' }], []]);
  });

  it('are hidden as one across lines: the replacement stands in the first line', async () => {
    const units = await unitsOf(lines, slice);
    expect(units).toEqual([{ part: 'page', text: 'Frau Anna\nWeber kam.', lengths: [9, 10] }]);
    const changes = await changesOf(units, [[{ start: 5, end: 15, replacement: '[NAME_1]' }]], slice);
    expect(changes).toEqual([
      { length: 9, of: [{ start: 5, end: 9, replacement: '[NAME_1]' }] },
      { length: 10, of: [{ start: 0, end: 5, replacement: '' }] },
    ]);
  });

  it('have every found letter in a span of its unit, for any cut into texts and any spans', async () => {
    const text = record({
      part: constantFrom('a', 'b'),
      text: string({ unit: constantFrom('a', ' ', '\n', 'ß'), maxLength: 6 }),
      joins: constantFrom<FileText['joins'] | undefined>('line', 'cell', undefined),
    });
    await assert(
      asyncProperty(array(text, { minLength: 1 }), array(tuple(nat(60), nat(8))), async (given, places) => {
        const texts = given.map(({ part, text: one, joins }) => ({
          part,
          text: one,
          ...(joins && { joins }),
        }));
        const units = await unitsOf(texts, slice);
        const [block] = await blocksOf(texts, units, slice);
        const spans = places
          .map(([start, length]) => ({ start, end: Math.min(start + length + 1, block!.text.length) }))
          .filter(({ start, end }) => start < end)
          .map((range) => ({ ...range, type: 'Names' as const }));
        const ofUnits = await spansOfUnits(units, [block!], [spans], slice);
        for (const [i, { text: unit }] of units.entries())
          for (let at = 0; at < unit.length; at += 1) {
            const offset = block!.starts[i]! + at;
            const isFound = spans.some(({ start, end }) => start <= offset && offset < end);
            const isHidden = ofUnits[i]!.some(({ start, end }) => start <= at && at < end);
            // Blanks at the ends of a piece stay.
            if (unit[at]!.trim() !== '') expect(isHidden).toBe(isFound);
            else if (isHidden) expect(isFound).toBe(true);
          }
        const lengths = (
          await changesOf(
            units,
            units.map(() => []),
            slice,
          )
        ).map(({ length }) => length);
        expect(lengths).toEqual(texts.map(({ text: one }) => one.length));
      }),
    );
  });
});
