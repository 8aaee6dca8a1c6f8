import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes recordings of jobs that were erased after a backup. */
export const restoredAudio = (ids: ErasedIds) =>
  ({ dependent: [`DELETE FROM job_audio WHERE job_id IN ${ids('job')}`] }) satisfies RestoredRows;
