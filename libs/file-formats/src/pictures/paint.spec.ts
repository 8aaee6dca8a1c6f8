import { around, BLACK, fill, joinedBox, widened } from './paint';
import type { Quad } from './pixels';

const blank = (width: number, height: number) => ({
  width,
  height,
  data: new Uint8Array(width * height * 4).fill(255),
});
const turned: Quad = [
  [10, 10],
  [30, 20],
  [26, 28],
  [6, 18],
];

describe('fill', () => {
  it('paints every pixel within a turned box, and none that is far from it', () => {
    const picture = blank(40, 40);
    fill(picture, turned, BLACK);
    const isBlack = (x: number, y: number): boolean => picture.data[(y * 40 + x) * 4] === 0;
    expect(isBlack(18, 19)).toBe(true);
    expect(isBlack(10, 10)).toBe(true);
    expect(isBlack(28, 12)).toBe(false);
    expect(isBlack(8, 26)).toBe(false);
  });

  it('paints boxes that reach over the edge', () => {
    const picture = blank(8, 8);
    fill(
      picture,
      [
        [-5, -5],
        [20, -5],
        [20, 20],
        [-5, 20],
      ],
      BLACK,
    );
    expect(new Set(picture.data.filter((_, i) => i % 4 < 3))).toEqual(new Set([0]));
  });
});

describe('widened', () => {
  it('moves each side by the margin, along the turn of the box', () => {
    const [first] = widened(turned, 3);
    expect(Math.hypot(first[0] - 10, first[1] - 10)).toBeCloseTo(3 * Math.SQRT2, 1);
  });
});

describe('joinedBox', () => {
  it('is turned like its boxes, and no larger than the words of a line', () => {
    const next = turned.map(([x, y]) => [x + 20, y + 10]) as unknown as Quad;
    const joined = joinedBox([turned, next]);
    expect(joined[0]).toEqual([10, 10]);
    expect(around(joined).right).toBeCloseTo(50, 5);
    expect(around(joined).bottom).toBeCloseTo(38, 5);
  });
});
