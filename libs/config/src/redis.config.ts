import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { url } from './setting-types';

/** Where Redis is. Several deployments may share one under prefixes of their own. */
export const redisConfig = registerAs('redis', () => {
  const env = parseSettings({
    REDIS_URL: url('redis', 'rediss'),
    REDIS_PREFIX: z
      .string()
      .regex(/^[a-z0-9_-]{1,64}$/, 'expected letters, digits, - and _')
      .default('privacy-chat'),
  });
  return { url: env.REDIS_URL, prefix: env.REDIS_PREFIX };
});
export type RedisConfig = ConfigType<typeof redisConfig>;
