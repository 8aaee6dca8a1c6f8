import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { LOG_LEVELS } from '@app/common';
import { parseSettings } from './parse-settings';
import { isWeakSecret, refuseWeak } from './weak-secrets';
import { duration, oneOf } from './setting-types';

/** Settings of every process: environment name, listen address, data folder, and the time limit for a shutdown. */
export const runtimeConfig = registerAs('runtime', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    HOST: z.string().default('0.0.0.0'),
    DATA_DIR: z.string().default('.data'),
    LOG_LEVEL: oneOf(LOG_LEVELS, 'info'),
    SHUTDOWN_GRACE: duration('20s'),
    METRICS_TOKEN: z.string().min(16, 'expected at least 16 characters').optional(),
  });
  const isWeak = env.METRICS_TOKEN !== undefined && isWeakSecret(env.METRICS_TOKEN);
  refuseWeak(env.NODE_ENV, 'METRICS_TOKEN', isWeak, 'at least 16 random characters');
  return {
    production: env.NODE_ENV === 'production',
    /** The address on which the process listens. */
    host: env.HOST,
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    shutdownGraceMs: env.SHUTDOWN_GRACE,
    /** Bearer token for `/metrics`. If absent, only loopback may read the metrics. */
    metricsToken: env.METRICS_TOKEN,
  };
});
export type RuntimeConfig = ConfigType<typeof runtimeConfig>;
