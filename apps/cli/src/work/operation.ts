import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { LogLevel } from '@app/common';
import { CoreModule } from '@app/core';
import { JobRecordsModule, OperatorJobs } from '@app/job-records';
import { OperationModule, OperatorSettings } from '@app/operation';

const PARTS = [CoreModule.withoutKeys('operator'), OperationModule];
const WITH_JOBS = [CoreModule.register('operator'), OperationModule, JobRecordsModule];

/** How often a command looks whether jobs still run. */
const POLL_MS = 1_000;
/** The time within which every worker has followed. */
const FOLLOWED_MS = 5_000;

interface Maintenance {
  maintenance: 'on' | 'off';
  since: string | null;
  running_jobs: number;
}

async function shown(app: INestApplicationContext): Promise<Maintenance> {
  const { maintenance } = await app.get(OperatorSettings).read();
  const running = await app.get(OperatorJobs).running();
  return {
    maintenance: maintenance ? 'on' : 'off',
    since: maintenance?.since ?? null,
    running_jobs: running,
  };
}

/** @param wait whether to wait until no job runs */
export const beginMaintenance = (wait: boolean): Promise<Maintenance> =>
  runWith(WITH_JOBS, async (app) => {
    await app.get(OperatorSettings).beginMaintenance();
    if (wait) {
      await pause(FOLLOWED_MS);
      while ((await app.get(OperatorJobs).running()) > 0) await pause(POLL_MS);
    }
    return shown(app);
  });

export const endMaintenance = (): Promise<Maintenance> =>
  runWith(WITH_JOBS, async (app) => {
    await app.get(OperatorSettings).endMaintenance();
    return shown(app);
  });

export const showMaintenance = (): Promise<Maintenance> => runWith(WITH_JOBS, shown);

interface LevelReport {
  log_level: LogLevel | null;
  until: string | null;
}

async function levelOf(app: INestApplicationContext): Promise<LevelReport> {
  const { log_level: level } = await app.get(OperatorSettings).read();
  return { log_level: level?.level ?? null, until: level?.until ?? null };
}

export const setLogLevel = (level: LogLevel, minutes: number): Promise<LevelReport> =>
  runWith(PARTS, async (app) => {
    await app.get(OperatorSettings).setLogLevel(level, minutes);
    return levelOf(app);
  });

export const resetLogLevel = (): Promise<LevelReport> =>
  runWith(PARTS, async (app) => {
    await app.get(OperatorSettings).resetLogLevel();
    return levelOf(app);
  });

export const showLogLevel = (): Promise<LevelReport> => runWith(PARTS, levelOf);
