/** A picture in memory: four bytes for each pixel (red, green, blue, opacity), row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A point in a picture, in pixels from its left upper corner. */
export type Point = readonly [x: number, y: number];

/** The corners of a box, which may be turned, in order. */
export type Quad = readonly [Point, Point, Point, Point];

const BYTES = 4;

/** Returns a picture with its orientation of EXIF (1 to 8) applied. */
export function upright(pixels: Pixels, orientation: number): Pixels {
  if (orientation < 2 || orientation > 8) return pixels;
  const { width, height } = pixels;
  const isTurned = orientation > 4;
  const out = { width: isTurned ? height : width, height: isTurned ? width : height };
  const from = new Uint32Array(pixels.data.buffer, pixels.data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  const mirrorsX = [2, 3, 7, 8].includes(orientation);
  const mirrorsY = [3, 4, 6, 7].includes(orientation);
  for (let y = 0; y < out.height; y += 1)
    for (let x = 0; x < out.width; x += 1) {
      const [alongX, alongY] = isTurned ? [y, x] : [x, y];
      const sourceX = mirrorsX ? width - 1 - alongX : alongX;
      const sourceY = mirrorsY ? height - 1 - alongY : alongY;
      to[y * out.width + x] = from[sourceY * width + sourceX]!;
    }
  return { ...out, data: new Uint8Array(to.buffer) };
}

/** Returns whether no pixel of a picture is transparent. */
export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += BYTES) if (data[at] !== 255) return false;
  return true;
}

/** Removes the colors of pixels that are not visible, in place. */
export function clearInvisible({ data }: Pixels): void {
  for (let at = 0; at < data.length; at += BYTES) if (data[at + 3] === 0) data.fill(0, at, at + 3);
}

/**
 * Returns a picture as people can see it: on white, and if it is transparent also on black, with light and dark exchanged, as
 * white letters of a logo are read.
 */
export function asSeen(picture: Pixels): Pixels[] {
  if (isOpaque(picture)) return [picture];
  const [light, dark] = [picture, picture].map((each) => ({ ...each, data: new Uint8Array(each.data) }));
  onWhite(light!);
  invert(dark!);
  onWhite(dark!);
  return [light!, dark!];
}

function invert({ data }: Pixels): void {
  for (let at = 0; at < data.length; at += BYTES)
    for (let i = at; i < at + 3; i += 1) data[i] = 255 - data[i]!;
}

/** Puts a picture on white, in place. Otherwise colors stay in pixels that are not visible. */
export function onWhite({ data }: Pixels): void {
  for (let at = 0; at < data.length; at += BYTES) {
    const opacity = data[at + 3]!;
    if (opacity === 255) continue;
    for (let i = at; i < at + 3; i += 1)
      data[i] = Math.round((data[i]! * opacity + 255 * (255 - opacity)) / 255);
    data[at + 3] = 255;
  }
}

/** Returns the brightness of each pixel. */
export function brightness({ data, width, height }: Pixels): Uint8Array {
  const gray = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < gray.length; pixel += 1, at += BYTES)
    gray[pixel] = (data[at]! * 77 + data[at + 1]! * 151 + data[at + 2]! * 28) >> 8;
  return gray;
}
