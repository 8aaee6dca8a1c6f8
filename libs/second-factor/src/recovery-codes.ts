import { createHash, randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';

const CODES = 10;
/** 80 random bits cannot be guessed, so a fast hash is sufficient. */
const CODE_BYTES = 10;

/** Returns new codes, in groups of four letters and digits (base32). */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => {
    const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(CODE_BYTES)).buffer });
    return base32.match(/.{4}/g)!.join('-');
  });

/** Returns the hash of a code, ignoring its spelling; undefined if it cannot be a code. */
export function hashRecoveryCode(typed: string): string | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-Z2-7]{16}$/.test(code) ? createHash('sha256').update(code).digest('base64url') : undefined;
}
