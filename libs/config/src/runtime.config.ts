import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { isWeakSecret, refuseWeak } from './weak-secrets';
import { duration, oneOf } from './setting-types';

/** What holds for every process: the environment's name, where it listens, where files go, how long a stop may take. */
export const runtimeConfig = registerAs('runtime', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    HOST: z.string().default('0.0.0.0'),
    DATA_DIR: z.string().default('.data'),
    LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    SHUTDOWN_GRACE: duration('20s'),
    METRICS_TOKEN: z.string().min(16, 'expected at least 16 characters').optional(),
  });
  const isWeak = env.METRICS_TOKEN !== undefined && isWeakSecret(env.METRICS_TOKEN);
  refuseWeak(env.NODE_ENV, 'METRICS_TOKEN', isWeak, 'at least 16 random characters');
  return {
    production: env.NODE_ENV === 'production',
    /** The address that the process listens on. */
    host: env.HOST,
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    shutdownGraceMs: env.SHUTDOWN_GRACE,
    /** Bearer token for `/metrics`; without it only loopback may read them. */
    metricsToken: env.METRICS_TOKEN,
  };
});
export type RuntimeConfig = ConfigType<typeof runtimeConfig>;
