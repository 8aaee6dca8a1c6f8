import { createHash } from 'node:crypto';

export interface Spelling {
  form: string;
  bytes: Buffer;
}

/**
 * Returns every form of a value that is searched for: unchanged, escaped, encoded, and under unkeyed hashes. Bytes are only
 * encoded.
 */
export function spellings(value: string | Buffer): Spelling[] {
  const found =
    typeof value === 'string'
      ? [...encodedForms(Buffer.from(value)), ...writtenForms(value), ...hashes(value)]
      : encodedForms(value);
  const known = new Set<string>();
  return found.filter(({ bytes }) => {
    const key = bytes.toString('latin1');
    return known.has(key) ? false : known.add(key);
  });
}

function encodedForms(bytes: Buffer): Spelling[] {
  const hex = bytes.toString('hex');
  return [
    { form: 'plain', bytes },
    { form: 'hexadecimal', bytes: Buffer.from(hex) },
    { form: 'HEXADECIMAL', bytes: Buffer.from(hex.toUpperCase()) },
    ...base64At(bytes, 'base64'),
    ...base64At(bytes, 'base64url'),
  ];
}

function writtenForms(value: string): Spelling[] {
  const hex = Buffer.from(value, 'utf8').toString('hex');
  return [
    { form: 'lower case', bytes: Buffer.from(value.toLowerCase()) },
    { form: 'upper case', bytes: Buffer.from(value.toUpperCase()) },
    { form: 'URL-encoded', bytes: Buffer.from(encodeURIComponent(value)) },
    { form: 'form-encoded', bytes: Buffer.from(new URLSearchParams({ '': value }).toString().slice(1)) },
    { form: 'URL-encoded throughout', bytes: Buffer.from(hex.replaceAll(/../g, '%$&')) },
    { form: 'JSON-escaped', bytes: Buffer.from(JSON.stringify(value).slice(1, -1)) },
    { form: 'JSON-escaped, ASCII', bytes: Buffer.from(escaped(value, /[^\x20-\x7e]|["\\]/g)) },
    { form: 'JSON-escaped throughout', bytes: Buffer.from(escaped(value, /[^]/g)) },
    { form: 'UTF-16LE', bytes: Buffer.from(value, 'utf16le') },
    { form: 'UTF-16BE', bytes: Buffer.from(value, 'utf16le').swap16() },
  ];
}

const hashes = (value: string): Spelling[] =>
  ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) => hashed(algorithm, Buffer.from(value, 'utf8')));

const escaped = (value: string, what: RegExp): string =>
  value.replaceAll(what, (unit) =>
    [...unit]
      .flatMap((character) => character.split(''))
      .map(unicodeEscape)
      .join(''),
  );

const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Encodes the value in base64 at each of the three offsets, without the characters that also depend on adjacent bytes. */
function base64At(bytes: Buffer, encoding: 'base64' | 'base64url'): Spelling[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString(encoding)
      .replace(/=+$/, '');
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    return { form: `${encoding} at ${offset}`, bytes: Buffer.from(text.slice(first, last)) };
  });
}

function hashed(algorithm: string, bytes: Buffer): Spelling[] {
  const digest = createHash(algorithm).update(bytes).digest();
  return [
    { form: algorithm, bytes: digest },
    { form: `${algorithm}, hexadecimal`, bytes: Buffer.from(digest.toString('hex')) },
    { form: `${algorithm}, base64`, bytes: Buffer.from(digest.toString('base64').replace(/=+$/, '')) },
    { form: `${algorithm}, base64url`, bytes: Buffer.from(digest.toString('base64url')) },
  ];
}
