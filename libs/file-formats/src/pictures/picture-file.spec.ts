import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constantFrom, property, assert } from 'fast-check';
import {
  besidesThePicture,
  decodePicture,
  encodePicture,
  orientationOf,
  withoutMetadata,
} from './picture-file';
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
