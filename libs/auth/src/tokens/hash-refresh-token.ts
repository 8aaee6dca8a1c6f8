import { createHash } from 'node:crypto';

/** SHA-256 is enough: the token is 256 random bits, there is nothing to guess. */
export const hashRefreshToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
