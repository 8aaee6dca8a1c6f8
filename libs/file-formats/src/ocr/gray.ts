import { brightness, type Pixels, type Point, type Quad } from '../pictures/pixels';

/** A picture as its brightness: a byte for each pixel, row by row. */
export interface Gray {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A picture with fewer pixels is doubled in size: letters of a screen are too small to be read. */
const SMALL = 2_200_000;
/** A picture with more pixels is halved: it would take too much memory, and its letters are large. */
const LARGE = 10_000_000;
/** The side of the squares in which a picture is dark or not. */
const SQUARE = 16;
const DARK = 100;
const WHITE = 255;
/** The share of dark squares from which a picture is read a second time with light and dark exchanged. */
const DARK_SHARE = 0.01;

/** Returns a picture in the size in which it is read, and by how much it is larger. */
export function forReading(picture: Pixels): { gray: Gray; scale: number } {
  const gray = { width: picture.width, height: picture.height, data: brightness(picture) };
  const pixels = gray.width * gray.height;
  if (pixels < SMALL) return { gray: doubled(gray), scale: 2 };
  return pixels > LARGE ? { gray: halved(gray), scale: 0.5 } : { gray, scale: 1 };
}

/** The parts of a picture with a dark ground. */
export interface DarkPlaces {
  has(point: Point): boolean;
  /** Returns these parts with light and dark exchanged, on white: what is on a light ground is not read twice. */
  inverted(): Gray;
}

/** Returns the parts of a picture with a dark ground; undefined if there are none. */
export function darkPlaces({ width, height, data }: Gray): DarkPlaces | undefined {
  const [columns, rows] = [Math.floor(width / SQUARE), Math.floor(height / SQUARE)];
  const dark = new Uint8Array(columns * rows);
  let count = 0;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let below = 0;
      for (let y = row * SQUARE; y < (row + 1) * SQUARE; y += 1)
        for (let x = column * SQUARE; x < (column + 1) * SQUARE; x += 1)
          if (data[y * width + x]! < DARK) below += 1;
      if (below < (SQUARE * SQUARE) / 2) continue;
      dark[row * columns + column] = 1;
      count += 1;
    }
  if (count === 0 || count < dark.length * DARK_SHARE) return undefined;
  /** Whether a square or one beside it is dark. The last squares reach to the edge of the picture. */
  const isNear = (column: number, row: number): boolean => {
    for (let r = row - 1; r <= row + 1; r += 1)
      for (let c = column - 1; c <= column + 1; c += 1)
        if (r >= 0 && c >= 0 && c < columns && dark[r * columns + c] === 1) return true;
    return false;
  };
  return {
    has: ([x, y]) => isNear(Math.floor(x / SQUARE), Math.floor(y / SQUARE)),
    inverted: () => {
      const out = new Uint8Array(data.length).fill(WHITE);
      for (let row = 0; row * SQUARE < height; row += 1)
        for (let column = 0; column * SQUARE < width; column += 1) {
          if (!isNear(column, row)) continue;
          const right = Math.min(width, (column + 1) * SQUARE);
          for (let y = row * SQUARE; y < Math.min(height, (row + 1) * SQUARE); y += 1)
            for (let x = column * SQUARE; x < right; x += 1)
              out[y * width + x] = WHITE - data[y * width + x]!;
        }
      return { width, height, data: out };
    },
  };
}

export const moved = (box: Quad, move: (point: Point) => Point): Quad => [
  move(box[0]),
  move(box[1]),
  move(box[2]),
  move(box[3]),
];

export const centerOf = ([[ax, ay], , [bx, by]]: Quad): Point => [(ax + bx) / 2, (ay + by) / 2];

/** Doubles the size of a picture, with means between its pixels. */
function doubled({ width, height, data }: Gray): Gray {
  const out = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const below = Math.min(y + 1, height - 1) * width;
    for (let x = 0; x < width; x += 1) {
      const right = Math.min(x + 1, width - 1);
      const [a, b] = [data[y * width + x]!, data[y * width + right]!];
      const [c, d] = [data[below + x]!, data[below + right]!];
      const at = y * 4 * width + x * 2;
      out[at] = a;
      out[at + 1] = (a + b) >> 1;
      out[at + 2 * width] = (a + c) >> 1;
      out[at + 2 * width + 1] = (a + b + c + d) >> 2;
    }
  }
  return { width: width * 2, height: height * 2, data: out };
}

function halved({ width, height, data }: Gray): Gray {
  const [columns, rows] = [width >> 1, height >> 1];
  const out = new Uint8Array(columns * rows);
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) {
      const at = y * 2 * width + x * 2;
      out[y * columns + x] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) >> 2;
    }
  return { width: columns, height: rows, data: out };
}
