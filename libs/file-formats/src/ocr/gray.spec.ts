import { darkPlaces, forReading } from './gray';

const picture = (width: number, height: number) => ({
  width,
  height,
  data: new Uint8Array(width * height * 4).fill(200),
});

describe('forReading', () => {
  it.each([
    [100, 60, 2],
    [2000, 1500, 1],
    [4001, 3001, 0.5],
  ])('reads a picture of %i x %i pixels %d times as large', (width, height, scale) => {
    const read = forReading(picture(width, height));
    expect(read.scale).toBe(scale);
    expect([read.gray.width, read.gray.height]).toEqual([
      Math.floor(width * scale),
      Math.floor(height * scale),
    ]);
    expect(read.gray.data.length).toBe(read.gray.width * read.gray.height);
    expect(read.gray.data.every((value) => value === 200)).toBe(true);
  });
});

describe('darkPlaces', () => {
  it('knows a dark bar, and none in a light picture', () => {
    const gray = { width: 320, height: 320, data: new Uint8Array(320 * 320).fill(230) };
    expect(darkPlaces(gray)).toBeUndefined();
    gray.data.fill(30, 320 * 160, 320 * 192);
    const dark = darkPlaces(gray)!;
    expect(dark.has([100, 170])).toBe(true);
    expect(dark.has([100, 40])).toBe(false);
  });

  it('exchanges light and dark there alone, and shows nothing of the rest', () => {
    // Its sides are no multiple of the squares: the bar reaches to its edge.
    const [width, height] = [330, 325];
    const gray = { width, height, data: new Uint8Array(width * height).fill(230) };
    gray.data.fill(30, width * 160, width * 192);
    const { data } = darkPlaces(gray)!.inverted();
    const row = (y: number): Set<number> => new Set(data.subarray(y * width, (y + 1) * width));
    expect(row(170)).toEqual(new Set([225]));
    expect(row(150)).toEqual(new Set([25]));
    expect([row(40), row(height - 1)]).toEqual([new Set([255]), new Set([255])]);
  });
});
