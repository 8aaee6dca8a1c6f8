import { createPrivateKey, type KeyObject } from 'node:crypto';
import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { namedKeys } from './named-keys';
import { isWeakKey, refuseWeak } from './weak-secrets';
import { duration } from './setting-types';

/** Signing, audience and lifetime of tokens. The first of `JWT_KEYS` signs, and all of them verify. */
export const authConfig = registerAs('auth', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    JWT_KEYS: namedKeys(p256PrivateKey, 'a P-256 private key as base64 of its PKCS #8 DER'),
    JWT_ISSUER: z.string().default('privacy-chat'),
    JWT_AUDIENCE: z.string().default('privacy-chat'),
    ACCESS_TOKEN_TTL: duration('1h'),
    REFRESH_TOKEN_TTL: duration('30d'),
    SESSION_MAX_TTL: duration('90d'),
  });
  const isWeak = env.JWT_KEYS.some(({ key }) => isWeakKey(privateNumber(key)));
  refuseWeak(env.NODE_ENV, 'JWT_KEYS', isWeak, 'random keys from npm run cli -- keys generate');
  return {
    keys: env.JWT_KEYS,
    issuer: env.JWT_ISSUER,
    audience: env.JWT_AUDIENCE,
    accessTokenTtlMs: env.ACCESS_TOKEN_TTL,
    refreshTokenTtlMs: env.REFRESH_TOKEN_TTL,
    sessionMaxTtlMs: env.SESSION_MAX_TTL,
  };
});
export type AuthConfig = ConfigType<typeof authConfig>;

const privateNumber = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url');

function p256PrivateKey(base64: string): KeyObject | undefined {
  try {
    const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined; // Not a key: the caller reports what is expected.
  }
}
