import { registerAs, type ConfigType } from '@nestjs/config';
import { parseSettings } from './parse-settings';
import { retention } from './setting-types';

/** After how long data is deleted; undefined: it stays until somebody deletes it. */
export const retentionConfig = registerAs('retention', () => {
  const env = parseSettings({
    RETENTION_CHATS: retention('off'),
    RETENTION_DOCUMENTS: retention('off'),
    RETENTION_JOBS: retention('90d'),
    RETENTION_AUDIT_CALLS: retention('90d'),
  });
  return {
    /** Since the last use. */
    chatsMs: env.RETENTION_CHATS,
    /** Since the upload; also out of the chats that use it. */
    documentsMs: env.RETENTION_DOCUMENTS,
    /** Since its end, with all that is left of it. */
    jobsMs: env.RETENTION_JOBS,
    /** Entries of the audit trail that tell of calls of models; whole days. */
    auditCallsMs: env.RETENTION_AUDIT_CALLS,
  };
});
export type RetentionConfig = ConfigType<typeof retentionConfig>;
