import { array, assert, constantFrom, nat, property, string, tuple } from 'fast-check';
import { squeeze } from './squeezed';
import { SplitValues } from './split-values';

/** Returns the pieces that are found in lines. */
function found(value: string, lines: readonly string[]): string[] {
  const split = new SplitValues([squeeze([...value])]);
  return split
    .find(lines.map((line) => squeeze([...line])))
    .map(({ line, first, last }) => [...lines[line]!].slice(first, last + 1).join(''));
}

describe('SplitValues', () => {
  it.each([
    ['in two lines with others between', ['Herr Stefan', 'Spalte', 'Griffith kam'], ['Stefan', 'Griffith']],
    ['within a word', ['Herr Stefan Grif-', 'Spalte', 'fith kam'], ['Stefan Grif', 'fith']],
    ['after the number of a line', ['Herr Stefan Grif-', '10 fith kam'], ['Stefan Grif', 'fith']],
    ['before the number of a line', ['Herr Stefan 10', '• Griffith kam'], ['Stefan', 'Griffith']],
    ['in three lines', ['bei Stefan', 'Grif-', 'fith kam'], ['Stefan', 'Grif', 'fith']],
  ])('finds the pieces of a value %s', (_, lines, pieces) => {
    expect(found('Stefan Griffith', lines)).toEqual(pieces);
  });

  it('finds a house number alone', () => {
    expect(found('Am Ufer 5', ['Am Ufer', '5 und'])).toEqual(['Am Ufer', '5']);
  });

  it.each([
    ['a piece is missing', ['Herr Stefan', 'kam']],
    ['a piece is within a line', ['Herr Stefan kam', 'Griffith kam']],
    ['a piece is within a word', ['Herr Stefan', 'Griffiths']],
    ['the line between is another one', ['Herr Stefan', 'fith']],
    ['three short lines are its word by chance', ['Stefan Gri', 'f', 'fith']],
  ])('finds nothing if %s', (_, lines) => {
    expect(found('Stefan Griffith', lines)).toEqual([]);
  });

  it('finds every piece of a value, wherever its lines are', () => {
    const letters = string({ unit: constantFrom(...'qxyz'), minLength: 5, maxLength: 8 });
    const other = string({ unit: constantFrom(...'abc '), minLength: 3, maxLength: 12 });
    const around = tuple(other, other, constantFrom('', '10 ', '• ', '> ', 'a) '));
    assert(
      property(
        array(letters, { minLength: 2, maxLength: 5 }),
        around,
        array(nat(), { minLength: 5, maxLength: 5 }),
        (pieces, [before, after, marks], order) => {
          const lines = pieces.map((piece, i) => {
            if (i === 0) return `${before} ${piece}-`;
            return i === pieces.length - 1 ? `${marks}${piece} ${after}` : marks + piece;
          });
          const shuffled = lines.map((line, i) => ({ line, at: order[i]! })).sort((a, b) => a.at - b.at);
          const inOrder = shuffled.map(({ line }) => line);
          expect(new Set(found(pieces.join(''), inOrder))).toEqual(new Set(pieces));
        },
      ),
    );
  });
});
