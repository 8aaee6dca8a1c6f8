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
    const isDark = darkPlaces(gray)!;
    expect(isDark([100, 170])).toBe(true);
    expect(isDark([100, 40])).toBe(false);
  });
});
