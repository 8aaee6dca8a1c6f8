import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes the uploads of jobs that were erased after a backup. */
export const restoredUploads = (ids: ErasedIds) =>
  ({ dependent: [`DELETE FROM job_audio WHERE job_id IN ${ids('job')}`] }) satisfies RestoredRows;
