import { registerAs, type ConfigType } from '@nestjs/config';
import { parseSettings } from './parse-settings';
import { duration, integer, list, size } from './setting-types';

/** How jobs are claimed, retried, swept and deleted. */
export const jobsConfig = registerAs('jobs', () => {
  const env = parseSettings({
    WORKER_PORT: integer(3001, 0, 65_535),
    WORKER_QUEUES: list(),
    MAX_TEXT_BYTES: size('5MiB'),
    JOB_LEASE: duration('60s'),
    JOB_MAX_ATTEMPTS: integer(3, 1, 100),
    JOB_SWEEP_INTERVAL: duration('15s'),
    RETENTION_JOB_RESULTS: duration('24h'),
    ANONYMIZATION_CONCURRENCY: integer(8, 1, 100),
    FILE_CONCURRENCY: integer(2, 1, 100),
  });
  return {
    workerPort: env.WORKER_PORT,
    /** The queues that this worker serves; empty for all. */
    queues: env.WORKER_QUEUES,
    maxTextBytes: env.MAX_TEXT_BYTES,
    leaseMs: env.JOB_LEASE,
    maxAttempts: env.JOB_MAX_ATTEMPTS,
    sweepIntervalMs: env.JOB_SWEEP_INTERVAL,
    resultRetentionMs: env.RETENTION_JOB_RESULTS,
    anonymizationConcurrency: env.ANONYMIZATION_CONCURRENCY,
    /** The number of files that one worker anonymizes at the same time, each in separate processes. */
    fileConcurrency: env.FILE_CONCURRENCY,
  };
});
export type JobsConfig = ConfigType<typeof jobsConfig>;
