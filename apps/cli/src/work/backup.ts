import { runIn, runWith } from './run-with'; // Imported first, because it loads the settings first.
import { AuditTrail, type AuditAction } from '@app/audit';
import {
  BackupModule,
  CreateBackup,
  RestoreBackup,
  VerifyBackup,
  type BackupReport,
  type RestoreFrom,
  type RestoreReport,
  type TombstoneSource,
} from '@app/backup';
import { CoreModule } from '@app/core';
import { BackupTimes, OperationModule } from '@app/operation';

const PARTS = [CoreModule.withoutKeys('operator'), BackupModule, OperationModule];

/** @param keysFile if absent, the data keys are in the folder */
export const createBackup = (folder: string, keysFile?: string): Promise<BackupReport> =>
  runWith(PARTS, async (app) => {
    const report = await app.get(CreateBackup).execute(folder, keysFile);
    await record(app.get(AuditTrail), 'backup.create', report);
    await app.get(BackupTimes).noteSuccess();
    return report;
  });

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
