import { decode as decodeJpeg, encode as encodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';
import { UnreadableFile } from '../unreadable';
import { isOpaque, onWhite, upright, type Pixels } from './pixels';

/** The limit for the pixels of a picture. A photograph of a telephone has 12 million. */
const MOST_PIXELS = 25_000_000;
const JPEG_QUALITY = 88;

export type PictureType = 'png' | 'jpeg';

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** Returns the type of a picture by its first bytes; undefined if it is another one. */
export function pictureTypeOf(file: Buffer): PictureType | undefined {
  const begins = (start: Buffer): boolean => file.subarray(0, start.length).equals(start);
  if (begins(PNG_START)) return 'png';
  return begins(JPEG_START) ? 'jpeg' : undefined;
}

/** Returns the picture in a file, the right way up and without transparency. @throws UnreadableFile */
export function decodePicture(file: Buffer, type: PictureType): Pixels {
  const picture = decodePixels(file, type);
  onWhite(picture);
  return type === 'jpeg' ? upright(picture, orientationOf(file)) : picture;
}

/** Returns the pixels in a file as they are stored. @throws UnreadableFile */
export function decodePixels(file: Buffer, type: PictureType): Pixels {
  if (file.length === 0) throw new UnreadableFile('empty');
  if (pictureTypeOf(file) !== type) throw new UnreadableFile('other_type');
  const [width, height] = (type === 'png' ? sizeOfPng : sizeOfJpeg)(file);
  if (width * height === 0) throw new UnreadableFile('damaged');
  if (width * height > MOST_PIXELS) throw new UnreadableFile('expands_too_far');
  return type === 'png' ? readPng(file) : readJpeg(file);
}

/** Returns a file with the picture alone: it has no metadata. */
export function encodePicture(picture: Pixels, type: PictureType): Buffer {
  const data = Buffer.from(picture.data.buffer, picture.data.byteOffset, picture.data.byteLength);
  const { width, height } = picture;
  if (type === 'jpeg') return encodeJpeg({ width, height, data }, JPEG_QUALITY).data;
  const colorType = isOpaque(picture) ? 2 : 6;
  return PNG.sync.write({ width, height, data, gamma: 0 } as PNG, { colorType, inputHasAlpha: true });
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
export function withoutMetadata(file: Buffer): Buffer {
  const type = pictureTypeOf(file);
  if (!type) return file;
  let at = type === 'png' ? PNG_START.length : 2;
  const kept: Buffer[] = [file.subarray(0, at)];
  let isWhole = false;
  for (const { name, next } of type === 'png' ? chunks(file) : segments(file)) {
    if (PICTURE_ITSELF.has(name)) kept.push(file.subarray(at, next));
    isWhole = name === 'EOI' || name === 'IEND' || (name === 'SOS' && next === file.length);
    at = next;
  }
  return isWhole ? Buffer.concat(kept) : file;
}

/** Chunks of PNG, and markers of JPEG: frames, tables, the pixels, and the start and end. */
const PICTURE_ITSELF: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND SOF DHT DQT DRI SOS EOI numbers'.split(' '),
);

interface Piece {
  name: string;
  content: Buffer;
  /** Where the piece ends in the file */
  next: number;
}

function* chunks(file: Buffer): Generator<Piece> {
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

function* segments(file: Buffer): Generator<Piece> {
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
function endOfPng(file: Buffer): number {
  let end = 0;
  for (const { next } of chunks(file)) end = next;
  return end;
}

function sizeOfPng(file: Buffer): [number, number] {
  return file.length < 24 ? [0, 0] : [file.readUInt32BE(16), file.readUInt32BE(20)];
}

function sizeOfJpeg(file: Buffer): [number, number] {
  for (const { name, content } of segments(file))
    if (name === 'SOF' && content.length > 4) return [content.readUInt16BE(3), content.readUInt16BE(1)];
  return [0, 0];
}

function readPng(file: Buffer): Pixels {
  try {
    return PNG.sync.read(file.subarray(0, endOfPng(file)));
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause });
  }
}

function readJpeg(file: Buffer): Pixels {
  try {
    const { width, height, data } = decodeJpeg(file, { useTArray: true, maxMemoryUsageInMB: 1024 });
    return { width, height, data };
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause });
  }
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
