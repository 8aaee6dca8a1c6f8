import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { s3Keys } from './s3-keys';
import { oneOf, url } from './setting-types';

/** The S3-compatible store for backups. Its keys are not those of the files, which api and worker have. */
export const backupStoreConfig = registerAs('backupStore', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    BACKUP_S3_ENDPOINT: url('http', 'https').optional(),
    BACKUP_S3_REGION: z.string().default('us-east-1'),
    BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
    BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
    BACKUP_S3_CREDENTIALS: oneOf(['keys', 'machine'], 'keys'),
  });
  return {
    /** If absent, Amazon's endpoint. */
    endpoint: env.BACKUP_S3_ENDPOINT,
    region: env.BACKUP_S3_REGION,
    /**
     * Returns the keys, or undefined for those of the machine.
     *
     * @throws ConfigError; only backups in S3 need them
     */
    credentials: () =>
      env.BACKUP_S3_CREDENTIALS === 'machine'
        ? undefined
        : s3Keys(
            { of: 'BACKUP_S3', id: env.BACKUP_S3_ACCESS_KEY_ID, secret: env.BACKUP_S3_SECRET_ACCESS_KEY },
            env.NODE_ENV,
          ),
  };
});
export type BackupStoreConfig = ConfigType<typeof backupStoreConfig>;
