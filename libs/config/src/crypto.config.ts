import { registerAs, type ConfigType } from '@nestjs/config';
import { namedKeys } from './named-keys';
import { parseSettings } from './parse-settings';

/** The main keys of encryption at rest: the first encrypts, all of them decrypt. */
export const cryptoConfig = registerAs('crypto', () => {
  const env = parseSettings({ ENCRYPTION_KEYS: namedKeys(aes256Key, '32 bytes as base64') });
  return { keys: env.ENCRYPTION_KEYS };
});
export type CryptoConfig = ConfigType<typeof cryptoConfig>;

function aes256Key(base64: string): Buffer | undefined {
  const key = Buffer.from(base64, 'base64');
  return key.length === 32 ? key : undefined;
}
