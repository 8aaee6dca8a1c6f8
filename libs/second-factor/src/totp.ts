import { Secret, TOTP } from 'otpauth';

/** The issuer that an authenticator app shows. */
const ISSUER = 'privacy-chat';
/** RFC 4226, section 4: 160 bits are recommended. */
const SECRET_BYTES = 20;
/** RFC 6238, section 5.2: one step either way allows for clock skew and typing. */
const WINDOW = 1;
const PERIOD_S = 30;

/** Returns a new secret in base32. */
export const makeSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the address that an authenticator app reads from a QR code (`otpauth://totp/...`). */
export const keyUri = (secret: string, userName: string): string => totp(secret, userName).toString();

/**
 * Returns the time step of a code (RFC 6238). Each code is valid once, so the caller stores the last used step.
 *
 * @returns undefined if the code is wrong or of another time
 */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  // The library counts characters but compares bytes, and throws if they differ.
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/** Returns a TOTP with the parameters that every authenticator app supports: HMAC-SHA-1, six digits, 30 seconds. */
const totp = (secret: string, label?: string): TOTP =>
  new TOTP({
    issuer: ISSUER,
    ...(label !== undefined && { label }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });
