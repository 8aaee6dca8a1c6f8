import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { BackupModule, CheckFiles, type FilesReport } from '@app/backup';
import { CoreModule } from '@app/core';

/** Needs PostgreSQL and the file store. */
export const checkFiles = (): Promise<FilesReport> =>
  runWith([CoreModule.withoutKeys('operator'), BackupModule], (app) => app.get(CheckFiles).execute());
