import { registerAs, type ConfigType } from '@nestjs/config';
import { parseSettings } from './parse-settings';
import { retention } from './setting-types';

/** The time after which data is deleted. If undefined, it is stored until a user deletes it. */
export const retentionConfig = registerAs('retention', () => {
  const env = parseSettings({
    RETENTION_CHATS: retention('off'),
    RETENTION_CASES: retention('off'),
    RETENTION_DOCUMENTS: retention('off'),
    RETENTION_EVALUATIONS: retention('30d'),
    RETENTION_JOBS: retention('90d'),
    RETENTION_AUDIT_CALLS: retention('90d'),
  });
  return {
    /** Since the last use. */
    chatsMs: env.RETENTION_CHATS,
    /** Since the last use. A case also ends when its `expires_at` has passed. */
    casesMs: env.RETENTION_CASES,
    /** Since the upload. Also removes documents from the chats that use them. */
    documentsMs: env.RETENTION_DOCUMENTS,
    /** Since the creation. Deletes an evaluation with its texts. */
    evaluationsMs: env.RETENTION_EVALUATIONS,
    /** Since the end of the job. Deletes all its remaining data. */
    jobsMs: env.RETENTION_JOBS,
    /** For entries of the audit trail about model calls, in whole days. */
    auditCallsMs: env.RETENTION_AUDIT_CALLS,
  };
});
export type RetentionConfig = ConfigType<typeof retentionConfig>;
