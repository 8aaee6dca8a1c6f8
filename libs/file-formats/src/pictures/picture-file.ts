import { decode as decodeJpeg, encode as encodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';
import { UnreadableFile } from '../unreadable';
import { endOfPng, orientationOf, pictureTypeOf, segments, type PictureType } from './picture-pieces';
import { isOpaque, onWhite, upright, type Pixels } from './pixels';

/** The limit for the pixels of a picture. A photograph of a telephone has 12 million. */
const MOST_PIXELS = 25_000_000;
const JPEG_QUALITY = 88;

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
