import { imageType } from './image-generator';

describe('imageType', () => {
  it.each([
    ['image/png', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['image/jpeg', Buffer.from('ffd8ffe000104a46', 'hex')],
    ['image/webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
  ])('detects %s by its first bytes', (type, start) => {
    expect(imageType(start)).toBe(type);
  });

  it.each(['<svg onload="alert(1)">', '<!doctype html>', 'GIF89a', 'RIFF\x10\0\0\0WAVEfmt ', '\x89PNG', ''])(
    'detects no type if the file begins with %j',
    (start) => {
      expect(imageType(Buffer.from(start, 'latin1'))).toBeUndefined();
    },
  );
});
