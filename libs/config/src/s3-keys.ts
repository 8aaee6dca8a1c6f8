import { ConfigError } from './parse-settings';
import { isWeakSecret, refuseWeak } from './weak-secrets';

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

/** The two settings with the keys of a store, as they are set. */
export interface S3KeySettings {
  /** What the names of the settings start with. */
  of: 'S3' | 'BACKUP_S3';
  id?: string | undefined;
  secret?: string | undefined;
}

/**
 * Returns the keys of a store. Credentials of the machine must be requested, because the search calls addresses in the
 * network.
 *
 * @throws ConfigError
 */
export function s3Keys({ of, id, secret }: S3KeySettings, nodeEnv: string): S3Keys {
  if (id && secret) {
    const isWeak = isWeakSecret(secret, { names: [id] }) || secret.includes('EXAMPLE');
    refuseWeak(nodeEnv, `${of}_SECRET_ACCESS_KEY`, isWeak, 'the long, random key of the store');
    return { accessKeyId: id, secretAccessKey: secret };
  }
  const missing = id ? 'SECRET_ACCESS_KEY' : 'ACCESS_KEY_ID';
  throw new ConfigError(
    `${of}_${missing}: is missing; expected both keys, or ${of}_CREDENTIALS=machine to use the credentials of the machine`,
  );
}
