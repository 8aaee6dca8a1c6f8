import { codeOf, COMMIT, DatabaseState, VERSION } from '@app/common';
import { knownSettings, runtimeConfig, jobsConfig, httpConfig, shownSettings } from '@app/config';
import { OperatorJobs } from '@app/job-records';
import type { Backlog, ListedJob } from '@app/jobs';
import { BackupTimes, Heartbeats } from '@app/operation';
import type { CheckReport } from './examine';
import type { DatabaseParts } from './probes/database-parts';

/** A part of a bundle that could not be read, with the code of the error. */
interface Unread {
  unread: string;
}

/** What support needs to know of a system: names, numbers, codes and ids, and no content, secret, address or name of a person. */
export interface Bundle {
  made_at: string;
  version: string;
  commit: string;
  node: string;
  platform: string;
  settings: Record<string, string>;
  checks: CheckReport[];
  pending_migrations: readonly string[] | Unread;
  workers: { version: string; queues: string[]; seen_seconds_ago: number }[] | Unread;
  waiting_jobs: Backlog[] | Unread;
  failed_jobs: ListedJob[] | Unread;
  last_backup: string | null | Unread;
  /** The metrics of the api and a worker on this machine. */
  metrics: Record<'api' | 'worker', string | Unread>;
}

const FAILED_JOBS = 50;
const TIMEOUT_MS = 5_000;
/** The check that shows a prompt, with invented personal data. */
const WITH_TEXTS = 'prompt';

/** Collects what support needs to know. Parts that cannot be read say why. */
export async function collectBundle(checks: readonly CheckReport[], parts: DatabaseParts): Promise<Bundle> {
  const jobs = () => parts.get(OperatorJobs);
  return {
    made_at: new Date().toISOString(),
    version: VERSION,
    commit: COMMIT,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    settings: shownSettings(knownSettings()),
    checks: checks.map((report) => (report.check === WITH_TEXTS ? { ...report, found: '' } : report)),
    pending_migrations: await read(async () => (await parts.get(DatabaseState)).pendingMigrations()),
    workers: await read(async () =>
      (await (await parts.get(Heartbeats)).workers()).map(({ version, queues, seenS }) => ({
        version,
        queues,
        seen_seconds_ago: Math.round(seenS),
      })),
    ),
    waiting_jobs: await read(async () => (await jobs()).backlog()),
    failed_jobs: await read(async () =>
      (await jobs()).list({ state: 'failed', oldest: false, take: FAILED_JOBS }),
    ),
    last_backup: await read(
      async () => (await (await parts.get(BackupTimes)).lastSuccess())?.toISOString() ?? null,
    ),
    metrics: {
      api: await read(() => metricsAt(httpConfig().port)),
      worker: await read(() => metricsAt(jobsConfig().workerPort)),
    },
  };
}

async function read<T>(work: () => Promise<T>): Promise<T | Unread> {
  try {
    return await work();
  } catch (error) {
    return { unread: codeOf(error) ?? 'unknown' };
  }
}

async function metricsAt(port: number): Promise<string> {
  const { metricsToken } = runtimeConfig();
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: metricsToken === undefined ? {} : { authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok)
    throw Object.assign(new Error('The metrics are refused'), { code: `HTTP_${response.status}` });
  return response.text();
}
