import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError, linesOf } from '@app/common';
import { readBlobLine, readManifest, type BlobFile, type Manifest, type TableFile } from './manifest';

const MANIFEST = 'manifest.json';
export const KEYS = 'data_keys.copy.gz';
export const BLOB_LIST = 'blobs.ndjson.gz';

/** Where the files of a backup lie. */
export class BackupFolder {
  /**
   * @param folder of everything but the data keys, where `keysFile` names a place for them
   * @param keysFile not given: in the folder, too
   */
  constructor(
    private readonly folder: string,
    private readonly keysFile = join(folder, KEYS),
  ) {}

  /** @throws AppError `bad_request` where it exists already, or cannot be made */
  async create(): Promise<void> {
    try {
      await mkdir(dirname(this.folder), { recursive: true });
      await mkdir(this.folder, { mode: 0o700 });
    } catch (cause) {
      throw taken(cause);
    }
    try {
      // Tried at once: an hour later would be too late to learn that it cannot be.
      await (await open(this.keysFile, 'wx', 0o600)).close();
      await rm(this.keysFile);
    } catch (cause) {
      await rm(this.folder, { recursive: true });
      throw taken(cause);
    }
  }

  /** Half a backup is none. */
  async discard(): Promise<void> {
    await rm(this.keysFile, { force: true });
    await rm(this.folder, { recursive: true, force: true });
  }

  path(file: string): string {
    return file === KEYS ? this.keysFile : join(this.folder, file);
  }

  async writeManifest(manifest: Manifest): Promise<void> {
    const unfinished = this.path(`.${MANIFEST}`);
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, this.path(MANIFEST));
  }

  /** @throws AppError `bad_request` where there is none: then this is no backup, or one that broke off */
  async manifest(): Promise<Manifest> {
    try {
      return readManifest(await readFile(this.path(MANIFEST), 'utf8'));
    } catch (cause) {
      const message = `The folder holds no ${MANIFEST} of a finished backup that this version can read`;
      throw new AppError('bad_request', message, {}, { cause });
    }
  }

  /** A table's rows as COPY takes them. */
  rows({ file }: Pick<TableFile, 'file'>): Readable {
    // What fails there fails here; whoever stops reading closes both.
    return pipeline(createReadStream(this.path(file)), createGunzip(), () => undefined);
  }

  /** The list of the blobs, in the order in which it was written. */
  async *blobs(): AsyncGenerator<BlobFile> {
    for await (const line of linesOf(this.rows({ file: BLOB_LIST }))) yield readBlobLine(line);
  }

  blobPath(name: string): string {
    return this.path(join('blobs', name));
  }
}

const taken = (cause: unknown): AppError => {
  const message =
    'The backup goes to a folder and a file of keys that are new; these exist, or cannot be made';
  return new AppError('bad_request', message, {}, { cause });
};
