import { assert, double, property } from 'fast-check';
import { turnedBack, wordsOfTable } from './tesseract-words';

const row = (...cells: (string | number)[]): string => cells.join('\t');

describe('turnedBack', () => {
  it('is undone by the opposite turn, to a pixel', () => {
    const number = double({ min: 0, max: 2000, noNaN: true });
    const angle = double({ min: -3.2, max: 3.2, noNaN: true });
    assert(
      property(number, number, angle, (x, y, radians) => {
        const [backX, backY] = turnedBack(1000, 700, -radians)(turnedBack(1000, 700, radians)([x, y]));
        expect(Math.hypot(backX - x, backY - y)).toBeLessThan(1);
      }),
    );
  });

  it('turns a picture that is upside down', () => {
    expect(turnedBack(100, 50, Math.PI)([10, 10])).toEqual([90, 40]);
  });
});

describe('wordsOfTable', () => {
  it('returns words with their lines and paragraphs, and no empty ones', () => {
    const table = [
      row(1, 1, 0, 0, 0, 0, 0, 0, 100, 50, -1, ''),
      row(5, 1, 1, 1, 1, 1, 10, 20, 30, 10, 95.4, 'Anna'),
      row(5, 1, 1, 1, 1, 2, 45, 20, 30, 10, 40, 'Weber'),
      row(5, 1, 1, 1, 2, 1, 10, 35, 30, 10, 96, ' '),
      row(5, 1, 1, 2, 1, 1, 10, 50, 30, 10, 96, 'Ulm'),
    ].join('\n');
    expect(wordsOfTable(table, (point) => point)).toEqual([
      {
        text: 'Anna',
        confidence: 95.4,
        line: 0,
        paragraph: 0,
        box: [
          [10, 20],
          [40, 20],
          [40, 30],
          [10, 30],
        ],
      },
      {
        text: 'Weber',
        confidence: 40,
        line: 0,
        paragraph: 0,
        box: [
          [45, 20],
          [75, 20],
          [75, 30],
          [45, 30],
        ],
      },
      {
        text: 'Ulm',
        confidence: 96,
        line: 1,
        paragraph: 1,
        box: [
          [10, 50],
          [40, 50],
          [40, 60],
          [10, 60],
        ],
      },
    ]);
  });
});
