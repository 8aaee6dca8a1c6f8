import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { ConfigError, parseSettings } from './parse-settings';
import { s3Keys } from './s3-keys';
import { oneOf, url } from './setting-types';

/** The store for files: a folder of this machine, or an S3-compatible store that several machines share. */
export const storageConfig = registerAs('storage', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    DATA_DIR: z.string().default('.data'),
    BLOB_STORE: oneOf(['local', 's3'], 'local'),
    S3_BUCKET: z.string().optional(),
    S3_ENDPOINT: url('http', 'https').optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_CREDENTIALS: oneOf(['keys', 'machine'], 'keys'),
  });
  if (env.BLOB_STORE === 'local') return { kind: 'local' as const, folder: `${env.DATA_DIR}/blobs` };
  if (!env.S3_BUCKET)
    throw new ConfigError("S3_BUCKET: is missing; expected the bucket's name, since BLOB_STORE is s3");
  return {
    kind: 's3' as const,
    bucket: env.S3_BUCKET,
    /** If absent, Amazon's endpoint. */
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    /** If undefined, the machine's own credentials, as the AWS SDK finds them. */
    credentials:
      env.S3_CREDENTIALS === 'machine'
        ? undefined
        : s3Keys({ of: 'S3', id: env.S3_ACCESS_KEY_ID, secret: env.S3_SECRET_ACCESS_KEY }, env.NODE_ENV),
  };
});
export type StorageConfig = ConfigType<typeof storageConfig>;
