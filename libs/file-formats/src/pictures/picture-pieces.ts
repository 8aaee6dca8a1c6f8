export type PictureType = 'png' | 'jpeg';

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** Returns the type of a picture by its first bytes; undefined if it is another one. */
export function pictureTypeOf(file: Buffer): PictureType | undefined {
  const begins = (start: Buffer): boolean => file.subarray(0, start.length).equals(start);
  if (begins(PNG_START)) return 'png';
  return begins(JPEG_START) ? 'jpeg' : undefined;
}

/** Yields everything in a file that is not the picture itself. */
export function* besidesThePicture(file: Buffer, type: PictureType): Generator<Buffer> {
  let end = 0;
  for (const { name, content, next } of type === 'png' ? chunks(file) : segments(file)) {
    if (!PICTURE_ITSELF.has(name)) yield content;
    end = next;
  }
  if (end < file.length) yield file.subarray(end);
}

/** Returns a file without metadata, and its pixels unchanged. What is not a whole picture is returned as it is. */
export const withoutMetadata = (file: Buffer): Buffer => picturePieces(file, PICTURE_ITSELF) ?? file;

/**
 * Returns a picture without metadata, and as people see it: with its transparency and its orientation.
 *
 * @returns undefined if the file is not a whole PNG or JPEG
 */
export function pictureAlone(file: Buffer): Buffer | undefined {
  const alone = picturePieces(file, PICTURE_AS_SEEN);
  const orientation = alone && pictureTypeOf(file) === 'jpeg' ? orientationOf(file) : 1;
  if (!alone || orientation < 2 || orientation > 8) return alone;
  return Buffer.concat([alone.subarray(0, 2), exifWith(orientation), alone.subarray(2)]);
}

/** Returns the pieces of a picture with these names; undefined if the file is not a whole picture. */
function picturePieces(file: Buffer, names: ReadonlySet<string>): Buffer | undefined {
  const type = pictureTypeOf(file);
  if (!type) return undefined;
  let at = type === 'png' ? PNG_START.length : 2;
  const kept: Buffer[] = [file.subarray(0, at)];
  let isWhole = false;
  for (const { name, next } of type === 'png' ? chunks(file) : segments(file)) {
    if (names.has(name)) kept.push(name === 'IEND' ? PNG_END : file.subarray(at, next));
    isWhole = name === 'EOI' || name === 'IEND' || (name === 'SOS' && next === file.length);
    at = next;
  }
  return isWhole ? Buffer.concat(kept) : undefined;
}

/** The last chunk, which has no content. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

/** Chunks of PNG, and markers of JPEG: frames, tables, the pixels, and the start and end. */
const PICTURE_ITSELF: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND SOF DHT DQT DRI SOS EOI numbers'.split(' '),
);
/** The same, and the transparency of a palette or color. */
const PICTURE_AS_SEEN: ReadonlySet<string> = new Set([...PICTURE_ITSELF, 'tRNS']);

interface Piece {
  name: string;
  content: Buffer;
  /** Where the piece ends in the file */
  next: number;
}

export function* chunks(file: Buffer): Generator<Piece> {
  for (let at = PNG_START.length; at + 12 <= file.length;) {
    const next = at + 12 + file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    yield { name, content: file.subarray(at + 8, next - 4), next };
    if (name === 'IEND') return;
    at = next;
  }
}

const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);
const MARKERS: ReadonlyMap<number, string> = new Map([
  [0xc4, 'DHT'],
  [0xdb, 'DQT'],
  [0xdd, 'DRI'],
  [0xda, 'SOS'],
  [0xe0, 'JFIF'],
  [0xe1, 'EXIF'],
  [0xee, 'Adobe'],
]);
/** A segment with a version and numbers alone: the resolution (JFIF), and how colors are coded (Adobe). */
const WITHOUT_TEXT: ReadonlyMap<string, number> = new Map([
  ['JFIF', 16],
  ['Adobe', 14],
]);

export function* segments(file: Buffer): Generator<Piece> {
  for (let at = 2; at + 2 <= file.length && file[at] === 0xff;) {
    const marker = file[at + 1]!;
    if (marker === 0xff) {
      at += 1; // Any number of these may stand before a marker.
      continue;
    }
    if (marker === 0xd9) return yield { name: 'EOI', content: file.subarray(at, at), next: at + 2 };
    if (at + 4 > file.length) return;
    const length = file.readUInt16BE(at + 2);
    const content = file.subarray(at + 4, at + 2 + length);
    const next = marker === 0xda ? endOfScan(file, at + 2 + length) : at + 2 + length;
    const name = FRAMES.has(marker) ? 'SOF' : (MARKERS.get(marker) ?? 'other');
    yield { name: WITHOUT_TEXT.get(name) === length ? 'numbers' : name, content, next };
    at = next;
  }
}

/** Returns where the next marker begins: within a scan, 0xff is followed by zero or by a restart marker. */
function endOfScan(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from);
  while (at >= 0 && at + 1 < file.length) {
    const after = file[at + 1]!;
    if (after !== 0 && after !== 0xff && !(after >= 0xd0 && after <= 0xd7)) return at;
    at = file.indexOf(0xff, at + 1);
  }
  return file.length;
}

/** Returns where the last chunk ends: what follows is not part of the picture. */
export function endOfPng(file: Buffer): number {
  let end = 0;
  for (const { next } of chunks(file)) end = next;
  return end;
}

const ORIENTATION = 0x0112;

/** Returns the orientation in the EXIF data, 1 if there is none. */
export function orientationOf(file: Buffer): number {
  for (const { name, content } of segments(file)) {
    if (name !== 'EXIF' || content.toString('latin1', 0, 4) !== 'Exif' || content.length < 14) continue;
    const tiff = content.subarray(6);
    const isLittle = tiff.toString('latin1', 0, 2) === 'II';
    const number = (at: number, size: 2 | 4): number => {
      if (at + size > tiff.length) return 0;
      return isLittle ? tiff.readUIntLE(at, size) : tiff.readUIntBE(at, size);
    };
    const directory = number(4, 4);
    for (let i = 0; i < number(directory, 2); i += 1) {
      const entry = directory + 2 + i * 12;
      if (number(entry, 2) === ORIENTATION) return number(entry + 8, 2);
    }
  }
  return 1;
}

/** Returns a segment of EXIF data with the orientation alone. */
const exifWith = (orientation: number): Buffer =>
  Buffer.from(`ffe100224578696600004d4d002a0000000800010112000300000001000${orientation}000000000000`, 'hex');
