import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { ConfigError, parseSettings } from './parse-settings';
import { duration, durations, flag, integer, networks } from './setting-types';

/** The allowed destinations, timeouts and retries of webhooks (contract: Webhooks). */
export const webhooksConfig = registerAs('webhooks', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    WEBHOOK_TIMEOUT: duration('15s'),
    WEBHOOK_RETRY_SCHEDULE: durations('5s,1m,5m,30m,2h,5h,10h,14h,20h,24h'),
    WEBHOOK_SECRET_OVERLAP: duration('24h'),
    WEBHOOK_ALLOWED_NETWORKS: networks(),
    WEBHOOK_ALLOW_HTTP: flag(false),
    // Read from the file that WEBHOOK_CA_FILE names.
    WEBHOOK_CA: z
      .string()
      .includes('-----BEGIN CERTIFICATE-----', { error: 'expected certificates in PEM' })
      .optional(),
    WEBHOOK_CONCURRENCY: integer(50, 1, 1000),
    WEBHOOK_HOST_CONCURRENCY: integer(10, 1, 1000),
  });
  if (env.WEBHOOK_ALLOW_HTTP && env.NODE_ENV === 'production')
    throw new ConfigError('WEBHOOK_ALLOW_HTTP: expected false in production');
  return {
    timeoutMs: env.WEBHOOK_TIMEOUT,
    retryScheduleMs: env.WEBHOOK_RETRY_SCHEDULE,
    secretOverlapMs: env.WEBHOOK_SECRET_OVERLAP,
    /** CIDRs that are allowed in addition to public addresses. */
    allowedNetworks: env.WEBHOOK_ALLOWED_NETWORKS,
    allowHttp: env.WEBHOOK_ALLOW_HTTP,
    /** Certificates that are trusted in addition to the default ones, in PEM. */
    ca: env.WEBHOOK_CA,
    /** Concurrent deliveries in one worker, and to one host. */
    concurrency: env.WEBHOOK_CONCURRENCY,
    hostConcurrency: env.WEBHOOK_HOST_CONCURRENCY,
  };
});
export type WebhooksConfig = ConfigType<typeof webhooksConfig>;
