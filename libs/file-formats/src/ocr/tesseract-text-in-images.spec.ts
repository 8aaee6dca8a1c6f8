import { textInImages } from './tesseract-text-in-images';

const blank = (width: number, height: number) => ({
  width,
  height,
  data: new Uint8Array(width * height * 4).fill(255),
});

describe('textInImages', () => {
  // There is no model of this name, so a start fails.
  const reader = textInImages(['unknown']);

  it.each([
    [1, 1],
    [2_000, 7],
    [7, 2_000],
  ])('reads no word in %d x %d pixels, without a start of OCR', async (width, height) => {
    await expect(reader.read(blank(width, height))).resolves.toEqual([]);
  });

  it('starts OCR for a larger picture', async () => {
    await expect(reader.read(blank(8, 8))).rejects.toThrow();
  });
});
