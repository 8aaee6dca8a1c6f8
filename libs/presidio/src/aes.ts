import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { invalid } from '@app/common';

const IV_BYTES = 16;

/** Encrypts a text with AES in CBC mode as Presidio does: URL-safe base64 of a random IV and the ciphertext. */
export function encrypt(text: string, key: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(algorithmOf(key), key, iv);
  const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/** @throws AppError `bad_request` if the text was not encrypted with this key */
export function decrypt(text: string, key: Buffer): string {
  const bytes = Buffer.from(text, 'base64');
  try {
    const decipher = createDecipheriv(algorithmOf(key), key, bytes.subarray(0, IV_BYTES));
    const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES)), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    throw invalid('anonymizer_results', 'must be the places of texts that were encrypted with the given key');
  }
}

const algorithmOf = (key: Buffer): string => `aes-${key.length * 8}-cbc`;
