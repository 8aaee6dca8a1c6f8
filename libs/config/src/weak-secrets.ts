import { createHash } from 'node:crypto';
import { ConfigError } from './parse-settings';

/** SHA-256 of private keys in public documents: RFC 7515 A.3, RFC 6979 A.2.5, the example of jwt.io. */
const PUBLISHED_KEYS = new Set<string>([
  'cfcef6cfb631f2a350b70a6ab72b20696f65f854aa3649a26b4cc1d2b0f5ce76',
  'b70385660302dca892f74cdb6d75f73fd85e7564306616e1910970462f7110f0',
  '5aea75451f8107db5d69f8f2676de27c55a9f8bb7101c05e3db4d092a5985f4d',
]);

/** 32 random bytes have fewer different values with a probability below 1e-10. */
const MIN_DIFFERENT = 16;

/**
 * Returns whether a key of 32 bytes can be guessed: it was published, is a text, or has a pattern. A random key is
 * mistaken for one with a probability below 1e-9.
 */
export function isWeakKey(key: Uint8Array): boolean {
  const steps = key.map((byte, i) => (byte - (key[i - 1] ?? 0)) & 0xff);
  return (
    PUBLISHED_KEYS.has(createHash('sha256').update(key).digest('hex')) ||
    key.every((byte) => byte >= 0x20 && byte < 0x7f) ||
    new Set(key).size < MIN_DIFFERENT ||
    new Set(steps).size < MIN_DIFFERENT
  );
}

/** Words that people write in place of a secret. Only letters are compared, so that `Change-Me_123!` matches. */
const WORDS =
  /^(abc|access|admin|change|chat|default|demo|dev|dummy|example|foo|bar|guest|hunter|key|letmein|local|login|me|minio|pass|passwd|passw|password|postgres|privacy|prod|production|pw|pwd|qwerty|redis|replace|root|s|sample|secret|sk|super|test|the|this|to|token|user|welcome|your)+$/;

/**
 * Returns whether a password or token is a default or easily guessed.
 *
 * @param names other values that it must not be, such as the user name
 * @param minLength the minimum number of characters
 */
export function isWeakSecret(
  secret: string,
  { names = [], minLength = 8 }: { names?: readonly string[]; minLength?: number } = {},
): boolean {
  return (
    isPlaceholder(secret) ||
    secret.length < minLength ||
    new Set(secret).size < 5 ||
    /^\d{1,15}$/.test(secret) ||
    names.some((name) => name.toLowerCase() === secret.toLowerCase())
  );
}

/** The most digits and signs around a word. In a longer secret, `abc` in hexadecimal digits is a coincidence. */
const MAX_AROUND_WORDS = 12;

/** Returns whether it is a word from an example instead of a secret. */
function isPlaceholder(secret: string): boolean {
  const letters = secret.toLowerCase().replace(/[^a-z]/g, '');
  const isOfWords = WORDS.test(letters) && secret.length - letters.length <= MAX_AROUND_WORDS;
  return secret.includes('...') || /^<.*>$/.test(secret) || isOfWords;
}

/** Returns whether the password in an address is weak. An address without a password is protected in another way. */
export function isWeakPassword(address: string): boolean {
  const { username, password, hostname, pathname } = new URL(address);
  if (password === '') return false;
  const names = [username, hostname, pathname.slice(1)].map(decodeURIComponent);
  return isWeakSecret(decodeURIComponent(password), { names });
}

/** Returns whether a key for a third party's server is an example. A self-hosted server may use any word. */
export const isExample = (key: string | undefined): boolean =>
  key !== undefined && (/\.\.\.|^<.*>$/.test(key) || /^(sk-)?(change|your|replace)/i.test(key));

/**
 * Stops the start in production if a secret can be guessed.
 *
 * @param environment `NODE_ENV`
 * @param expected a description of an acceptable value
 * @throws ConfigError that names the variable, never its value
 */
export function refuseWeak(environment: string, name: string, isWeak: boolean, expected: string): void {
  if (isWeak && environment === 'production')
    throw new ConfigError(`${name}: is a default or easily guessed; expected ${expected}`);
}
