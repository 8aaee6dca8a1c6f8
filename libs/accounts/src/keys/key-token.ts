import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);

/** The minimum digits for an id (128 bits), a secret (256 bits) and a CRC-32. */
const ID_DIGITS = 22;
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;

/** The prefix of every key, by which secret scanners find leaked keys. */
export const KEY_PREFIX = 'pck_';
const FORM = /^pck_([0-9A-Za-z]{22})_[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/;

/** A parsed key, with the id to find its row and the hash to compare. */
export interface KeyToken {
  /** The id of its row: a UUID. */
  id: string;
  /** SHA-256 of the whole key. With 256 random bits it cannot be guessed, so a slow hash is not needed. */
  hash: Buffer;
}

/**
 * Creates a key for a row: `pck_<id>_<secret><checksum>`.
 *
 * @param id a UUID
 */
export function makeKeyToken(id: string): { token: string; hash: string } {
  const secret = toDigits(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_DIGITS);
  const checked = `${KEY_PREFIX}${toDigits(BigInt(`0x${id.replaceAll('-', '')}`), ID_DIGITS)}_${secret}`;
  const token = `${checked}${checksum(checked)}`;
  return { token, hash: hashOf(token).toString('base64url') };
}

/** @returns undefined if the token is no key of this service: wrong format, checksum or id */
export function readKeyToken(token: string): KeyToken | undefined {
  const [, idDigits, sum] = FORM.exec(token) ?? [];
  if (!idDigits || checksum(token.slice(0, -CHECKSUM_DIGITS)) !== sum) return undefined;
  const hex = fromDigits(idDigits).toString(16).padStart(32, '0');
  if (hex.length > 32) return undefined;
  return { id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), hash: hashOf(token) };
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Detects mistyped or truncated keys without the database. It does not authenticate a key. */
const checksum = (text: string): string => toDigits(BigInt(crc32(text)), CHECKSUM_DIGITS);

function toDigits(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= BASE) digits = DIGITS[Number(rest % BASE)]! + digits;
  return digits.padStart(length, DIGITS[0]);
}

const fromDigits = (digits: string): bigint =>
  [...digits].reduce((value, digit) => value * BASE + BigInt(DIGITS.indexOf(digit)), 0n);
