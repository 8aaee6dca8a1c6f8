import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { isWeakPassword, refuseWeak } from './weak-secrets';
import { url } from './setting-types';

/** The address of Redis. Several deployments may share one if each has its own prefix. */
export const redisConfig = registerAs('redis', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    REDIS_URL: url('redis', 'rediss'),
    REDIS_PREFIX: z
      .string()
      .regex(/^[a-z0-9_-]{1,64}$/, 'expected letters, digits, - and _')
      .default('privacy-chat'),
  });
  refuseWeak(env.NODE_ENV, 'REDIS_URL', isWeakPassword(env.REDIS_URL), 'a unique, long and random password');
  return { url: env.REDIS_URL, prefix: env.REDIS_PREFIX };
});
export type RedisConfig = ConfigType<typeof redisConfig>;
