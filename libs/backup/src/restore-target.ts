import type { DatabaseConfig } from '@app/config';

/** The database to restore into. The role of backups is granted its rights if it is named. */
export type RestoreTarget = Pick<DatabaseConfig, 'url' | 'ownerUrl' | 'poolSize'> & Partial<DatabaseConfig>;
