import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes jobs that were erased after a backup, and cancels those that were cancelled. */
export const restoredJobs = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'job', id FROM jobs WHERE user_id IN ${ids('user')}`,
    dependent: [
      // The job's webhook was sent already.
      `UPDATE jobs SET status = 'failed', error = 'Cancelled', input = NULL, webhook_url = NULL, lease_owner = NULL,
         lease_until = NULL, finished_at = now()
       WHERE status = 'accepted' AND id IN ${ids('cancelled_job', 'key')}`,
      `DELETE FROM job_idempotency_keys WHERE user_id IN ${ids('user')}`,
    ],
    deletion: `DELETE FROM jobs WHERE id IN ${ids('job')}`,
  }) satisfies RestoredRows;
