import { runIn, runWith } from './run-with'; // Imported first, because it loads the settings first.
import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { AuditTrail, type AuditAction } from '@app/audit';
import {
  BackupModule,
  CreateBackup,
  DrillRestore,
  isBackup,
  newestBackup,
  RestoreBackup,
  RotateBackups,
  VerifyBackup,
  type BackupReport,
  type RestoreFrom,
  type RestoreReport,
  type Rotation,
  type RotationReport,
  type TombstoneSource,
} from '@app/backup';
import { CoreModule } from '@app/core';
import { BackupTimes, OperationModule } from '@app/operation';

const PARTS = [CoreModule.withoutKeys('operator'), BackupModule, OperationModule];

/** @param keysFile if absent, the data keys are in the folder */
export const createBackup = (folder: string, keysFile?: string): Promise<BackupReport> =>
  runWith(PARTS, async (app) => {
    const report = await app.get(CreateBackup).execute(folder, keysFile);
    await noteBackup(app, report);
    return report;
  });

const HOUR_MS = 60 * 60_000;

/**
 * Writes a backup into a folder of backups, and deletes old ones.
 *
 * @param everyHours if given, waits first until the last backup is this old
 */
export async function rotateBackups(rotation: Rotation, everyHours?: number): Promise<RotationReport> {
  if (everyHours !== undefined) await untilDue(everyHours * HOUR_MS);
  return runWith(PARTS, async (app) => {
    const report = await app.get(RotateBackups).execute(rotation, new Date());
    await noteBackup(app, report);
    return report;
  });
}

/** Waits without a connection to the database. */
async function untilDue(intervalMs: number): Promise<void> {
  const last = await runWith(PARTS, (app) => app.get(BackupTimes).lastSuccess());
  if (last) await pause(Math.max(0, last.getTime() + intervalMs - Date.now()));
}

async function noteBackup(app: INestApplicationContext, report: BackupReport): Promise<void> {
  await record(app.get(AuditTrail), 'backup.create', report);
  await app.get(BackupTimes).noteSuccess();
}

/** @param keys the file of the data keys; if `folder` contains rotated backups, the folder of their keys */
export async function drillRestore(folder: string, keys?: string): Promise<RestoreReport> {
  const isRotated = keys !== undefined && !(await isBackup(folder));
  const from = isRotated ? await newestBackup(folder, keys) : { folder, keysFile: keys };
  return runIn([BackupModule], (app) => app.get(DrillRestore).execute(from));
}

export const verifyBackup = (folder: string, keysFile?: string): Promise<BackupReport> =>
  new VerifyBackup().execute(folder, keysFile);

/** @param tombstones a folder; true: the folder of the settings; false: none */
export async function restoreBackup(from: RestoreFrom, tombstones: string | boolean): Promise<RestoreReport> {
  const source = sourceOf(tombstones);
  const report = await runIn([BackupModule], (app) => app.get(RestoreBackup).execute(from, source));
  // The audit trail exists only after the restore.
  await runWith(PARTS, (app) => record(app.get(AuditTrail), 'backup.restore', report));
  return report;
}

function sourceOf(tombstones: string | boolean): TombstoneSource {
  if (typeof tombstones === 'string') return { folder: tombstones };
  return tombstones ? 'store' : 'none';
}

const record = (trail: AuditTrail, action: AuditAction, { rows, blobs }: BackupReport): Promise<void> =>
  trail.recordAlone({ action, counts: { rows, blobs } });
