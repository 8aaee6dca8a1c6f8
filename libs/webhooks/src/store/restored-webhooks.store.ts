import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes deliveries of jobs that were erased after a backup, contents that were deleted, and what lost its data key. */
export const restoredWebhooks = (ids: ErasedIds) =>
  ({
    dependent: [
      `DELETE FROM webhook_deliveries WHERE subject_id IN ${ids('job')}`,
      // Results that were fetched, erased or have expired.
      `UPDATE webhook_deliveries SET url = NULL, body = NULL,
         state = CASE state WHEN 'pending' THEN 'gone' ELSE state END, finished_at = coalesce(finished_at, now())
       WHERE subject_id IN ${ids('key')}`,
      `DELETE FROM webhook_deliveries WHERE event_type IS NOT NULL AND subject_id IN ${ids('key')}`,
      // Created again when they are missing.
      `DELETE FROM webhook_secrets WHERE id IN ${ids('key')}`,
      `DELETE FROM organization_webhooks WHERE id IN ${ids('key')}`,
    ],
  }) satisfies RestoredRows;
