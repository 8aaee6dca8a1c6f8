import { createSecretKey, type KeyObject } from 'node:crypto';
import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { namedKeys } from './named-keys';
import { parseSettings } from './parse-settings';
import { isWeakKey, refuseWeak } from './weak-secrets';

/** The main keys of encryption at rest. The first encrypts, and all of them decrypt. */
export const cryptoConfig = registerAs('crypto', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    ENCRYPTION_KEYS: namedKeys(aes256Key, '32 bytes as base64'),
  });
  const isWeak = env.ENCRYPTION_KEYS.some(({ key }) => isWeakKey(key.export()));
  refuseWeak(env.NODE_ENV, 'ENCRYPTION_KEYS', isWeak, 'random keys from npm run cli -- keys generate');
  return { keys: env.ENCRYPTION_KEYS };
});
export type CryptoConfig = ConfigType<typeof cryptoConfig>;

function aes256Key(base64: string): KeyObject | undefined {
  const key = Buffer.from(base64, 'base64');
  return key.length === 32 ? createSecretKey(key) : undefined;
}
