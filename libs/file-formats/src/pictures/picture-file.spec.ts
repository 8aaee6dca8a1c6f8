import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { constantFrom, property, assert } from 'fast-check';
import { decodePicture, decodePixels, encodePicture } from './picture-file';
import { besidesThePicture, orientationOf, pictureAlone, withoutMetadata } from './picture-pieces';
import { upright } from './pixels';

const fixture = (name: string): Buffer =>
  readFileSync(join(__dirname, '../../../../test/fixtures/files', name));
const besides = (file: Buffer, type: 'png' | 'jpeg'): string =>
  [...besidesThePicture(file, type)].map((piece) => piece.toString('latin1')).join('');

describe('a picture with metadata', () => {
  const png = fixture('png/metadata.png');
  const jpeg = fixture('jpeg/exif-orientation.jpg');

  it('is searched for everything besides its pixels', () => {
    expect(besides(png, 'png')).toContain('Katharina');
    expect(besides(png, 'png')).toContain('k.brueggemann@example.org');
    expect(besides(jpeg, 'jpeg')).toContain('DE89 3704');
  });

  it('is written with its pixels alone', () => {
    expect(besides(encodePicture(decodePicture(png, 'png'), 'png'), 'png')).toBe('');
    expect(besides(encodePicture(decodePicture(jpeg, 'jpeg'), 'jpeg'), 'jpeg')).toBe('');
  });

  it('is turned the right way up by EXIF', () => {
    expect(orientationOf(jpeg)).toBe(6);
    const { width, height } = decodePicture(jpeg, 'jpeg');
    expect(width).toBeGreaterThan(height);
  });

  it('loses its metadata within a PDF, and keeps its pixels', () => {
    const clean = withoutMetadata(jpeg);
    expect(besides(clean, 'jpeg')).toBe('');
    expect(orientationOf(clean)).toBe(1);
    expect(decodePicture(clean, 'jpeg').data.length).toBe(decodePicture(jpeg, 'jpeg').data.length);
  });
});

describe('a picture alone', () => {
  const jpeg = fixture('jpeg/exif-orientation.jpg');

  it('has its pixels and its orientation, and no other metadata', () => {
    const clean = pictureAlone(jpeg)!;
    expect(orientationOf(clean)).toBe(6);
    expect(besides(clean, 'jpeg')).toMatch(/^Exif\0\0MM[\0-\x2a]*$/);
    const [before, after] = [jpeg, clean].map((file) => Buffer.from(decodePicture(file, 'jpeg').data));
    expect(after!.equals(before!)).toBe(true);
    expect(besides(pictureAlone(fixture('png/metadata.png'))!, 'png')).toBe('');
  });

  it('has the transparency of its palette, and no content behind its pixels', () => {
    const chunk = (name: string, content: Buffer): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(content.length);
      const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
      const sum = Buffer.alloc(4);
      sum.writeUInt32BE(crc32(named));
      return Buffer.concat([length, named, sum]);
    };
    const mask = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', Buffer.from('00000001000000010803000000', 'hex')),
      chunk('PLTE', Buffer.from('ff0000', 'hex')),
      chunk('tRNS', Buffer.from('00', 'hex')),
      chunk('tEXt', Buffer.from('Author\0Katharina')),
      chunk('IDAT', deflateSync(Buffer.from('0000', 'hex'))),
      chunk('IEND', Buffer.from('Katharina')),
      Buffer.from('Katharina'),
    ]);
    const clean = pictureAlone(mask)!;
    expect([...decodePixels(clean, 'png').data]).toEqual([255, 0, 0, 0]);
    expect(clean.includes('Katharina')).toBe(false);
  });

  it('is only returned for a whole PNG or JPEG', () => {
    expect(pictureAlone(jpeg.subarray(0, 100))).toBeUndefined();
    expect(pictureAlone(fixture('png/metadata.png').subarray(0, 60))).toBeUndefined();
    expect(pictureAlone(Buffer.from('GIF89a'))).toBeUndefined();
  });

  it('has none of the metadata, wherever it is in the file', () => {
    const png = encodePicture({ width: 1, height: 1, data: new Uint8Array(4) }, 'png');
    const pieces = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'iCCP', 'tIME', 'prVW'];
    assert(
      property(constantFrom(...pieces), constantFrom(8, 33, png.length - 12), (name, at) => {
        const text = Buffer.from('Katharina');
        const length = Buffer.from([0, 0, 0, text.length]);
        const piece = Buffer.concat([length, Buffer.from(name), text, Buffer.alloc(4)]);
        const clean = pictureAlone(Buffer.concat([png.subarray(0, at), piece, png.subarray(at)]))!;
        expect(clean).toEqual(png);
      }),
    );
  });
});

describe('decodePicture', () => {
  it('refuses other content, damaged and huge pictures', () => {
    const png = fixture('png/blank.png');
    expect(() => decodePicture(Buffer.alloc(0), 'png')).toThrow('empty');
    expect(() => decodePicture(png, 'jpeg')).toThrow('other_type');
    expect(() => decodePicture(png.subarray(0, 60), 'png')).toThrow('damaged');
    const huge = Buffer.from(png);
    huge.writeUInt32BE(100_000, 16);
    huge.writeUInt32BE(100_000, 20);
    expect(() => decodePicture(huge, 'png')).toThrow('expands_too_far');
  });
});

describe('upright', () => {
  it('returns every pixel of a picture, and turns it back by the opposite orientation', () => {
    const opposite = [0, 1, 2, 3, 4, 5, 8, 7, 6];
    const data = new Uint8Array(Uint32Array.from({ length: 15 }, (_, i) => i).buffer);
    assert(
      property(constantFrom(1, 2, 3, 4, 5, 6, 7, 8), (orientation) => {
        const turned = upright({ width: 5, height: 3, data }, orientation);
        expect(turned.width).toBe(orientation > 4 ? 3 : 5);
        expect(Buffer.from(upright(turned, opposite[orientation]!).data)).toEqual(Buffer.from(data));
      }),
    );
  });
});
