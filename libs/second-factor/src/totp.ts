import { Secret, TOTP } from 'otpauth';

/** Who the codes are for, as an authenticator app shows it. */
const ISSUER = 'privacy-chat';
/** RFC 4226, section 4: 160 bits are recommended. */
const SECRET_BYTES = 20;
/** RFC 6238, section 5.2: one step either way makes up for clocks and typing. */
const WINDOW = 1;
const PERIOD_S = 30;

/** A new secret, in base32. */
export const makeSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What an authenticator app reads from a QR code (`otpauth://totp/...`). */
export const keyUri = (secret: string, userName: string): string => totp(secret, userName).toString();

/**
 * The time step of a code (RFC 6238): each is good once, so the caller keeps the last one that was used.
 *
 * @returns undefined for a code that is not of this time
 */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  // The library counts characters, compares bytes, and throws where they differ.
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/** What every authenticator app knows: SHA-1 within HMAC, six digits, half a minute. */
const totp = (secret: string, label?: string): TOTP =>
  new TOTP({
    issuer: ISSUER,
    ...(label !== undefined && { label }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });
