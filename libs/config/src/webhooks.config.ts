import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { ConfigError } from './config-error';
import { parseSettings } from './parse-settings';
import { duration, durations, flag, integer, list } from './setting-types';

/** Where webhooks may go, how long they may take, and when they are tried again (contract 10). */
export const webhooksConfig = registerAs('webhooks', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    WEBHOOK_TIMEOUT: duration('15s'),
    WEBHOOK_RETRY_SCHEDULE: durations('5s,1m,5m,30m,2h,5h,10h,14h,20h,24h'),
    WEBHOOK_SECRET_OVERLAP: duration('24h'),
    WEBHOOK_ALLOWED_NETWORKS: list(),
    WEBHOOK_ALLOW_HTTP: flag(false),
    WEBHOOK_CA_FILE: z.string().optional(),
    WEBHOOK_CONCURRENCY: integer(20, 1, 1000),
    WEBHOOK_HOST_CONCURRENCY: integer(4, 1, 1000),
  });
  if (env.WEBHOOK_ALLOW_HTTP && env.NODE_ENV === 'production')
    throw new ConfigError('WEBHOOK_ALLOW_HTTP: expected false in production');
  return {
    timeoutMs: env.WEBHOOK_TIMEOUT,
    retryScheduleMs: env.WEBHOOK_RETRY_SCHEDULE,
    secretOverlapMs: env.WEBHOOK_SECRET_OVERLAP,
    /** CIDRs that are allowed beside the public addresses. */
    allowedNetworks: env.WEBHOOK_ALLOWED_NETWORKS,
    allowHttp: env.WEBHOOK_ALLOW_HTTP,
    caFile: env.WEBHOOK_CA_FILE,
    /** Deliveries at once, in one worker and to one host. */
    concurrency: env.WEBHOOK_CONCURRENCY,
    hostConcurrency: env.WEBHOOK_HOST_CONCURRENCY,
  };
});
export type WebhooksConfig = ConfigType<typeof webhooksConfig>;
