import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { startS3Server } from '@app/testing';

/** A place for files that a test can look into. */
export interface FileStore {
  /** Settings of the service. */
  env: Record<string, string>;
  /** The names of all files but tombstones, in order. */
  names(dataDir: string): Promise<string[]>;
  /** Makes it unreachable. */
  stop(dataDir: string): Promise<void>;
}

export async function localStore(): Promise<FileStore> {
  return {
    env: {},
    names: async (dataDir) => {
      const folder = join(dataDir, 'blobs');
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .filter(isNoTombstone)
        .sort();
    },
    // A file where the folder should be.
    stop: async (dataDir) => {
      await rm(join(dataDir, 'blobs'), { recursive: true, force: true });
      await writeFile(join(dataDir, 'blobs'), '');
    },
  };
}

export async function s3Store(): Promise<FileStore> {
  const server = await startS3Server();
  const [accessKeyId, secretAccessKey, bucket] = ['test', 'test', 'files'];
  const client = new S3Client({
    endpoint: server.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    env: {
      BLOB_STORE: 's3',
      S3_BUCKET: bucket,
      S3_ENDPOINT: server.endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    names: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return Contents.map(({ Key }) => Key!).filter(isNoTombstone);
    },
    stop: async () => {
      client.destroy();
      server.stop();
    },
  };
}

/** Of whatever was erased a few ids stay, in files of their own. */
const isNoTombstone = (name: string): boolean => !name.startsWith('tombstones/');
