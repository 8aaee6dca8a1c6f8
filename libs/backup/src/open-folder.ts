import { basename, dirname, join } from 'node:path';
import { AppError } from '@app/common';
import { backupStoreConfig, storageConfig } from '@app/config';
import { S3BlobStore } from '@app/storage';
import type { Folder } from './folder';
import { LocalFolder } from './local-folder';
import { S3Folder } from './s3-folder';

const SCHEME = 's3://';
/** The names of S3 (buckets: 3 to 63 characters), and prefixes of the names that the stores accept. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/(?!$)|$))*$/;

/** Returns whether a location is in an S3-compatible store. */
export const isInS3 = (location: string): boolean => location.startsWith(SCHEME);

/**
 * Opens a folder by its path, or by `s3://bucket/prefix`.
 *
 * @throws AppError `bad_request` if it has another form; ConfigError if the keys of the store are not set
 */
export function openFolder(location: string): Folder {
  if (!isInS3(location)) return new LocalFolder(location);
  const [bucket = '', ...path] = location.slice(SCHEME.length).replace(/\/$/, '').split('/');
  const prefix = path.join('/');
  if (!BUCKET.test(bucket) || !PREFIX.test(prefix))
    throw new AppError(
      'bad_request',
      `expected ${SCHEME}BUCKET/PREFIX with letters, digits, ".", "_" and "-"`,
    );
  const { endpoint, region, credentials } = backupStoreConfig();
  const files = storageConfig();
  if (files.kind === 's3' && files.bucket === bucket && files.endpoint === endpoint)
    throw new AppError(
      'bad_request',
      'The bucket of the files must not contain backups: expected another bucket',
    );
  const store = new S3BlobStore({ bucket, endpoint, region, credentials: credentials() });
  return new S3Folder(store, prefix === '' ? '' : `${prefix}/`);
}

/**
 * Opens the folder that contains a file.
 *
 * @returns it, and the file's name
 * @throws AppError `bad_request`; ConfigError
 */
export function openFile(location: string): { folder: Folder; file: string } {
  if (!isInS3(location)) return { folder: new LocalFolder(dirname(location)), file: basename(location) };
  const at = location.lastIndexOf('/');
  const file = location.slice(at + 1);
  if (at < SCHEME.length || file === '' || !PREFIX.test(file))
    throw new AppError('bad_request', `expected ${SCHEME}BUCKET/PREFIX/FILE for the file of keys`);
  return { folder: openFolder(location.slice(0, at)), file };
}

/** Returns the location of a file or subfolder. */
export const below = (location: string, name: string): string =>
  isInS3(location) ? `${location.replace(/\/$/, '')}/${name}` : join(location, name);
