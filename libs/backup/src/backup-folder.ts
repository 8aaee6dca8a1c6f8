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

/** Reads and writes the files of a backup. */
export class BackupFolder {
  /**
   * @param folder contains everything, except the data keys if `keysFile` is given
   * @param keysFile if absent, the data keys are in the folder
   */
  constructor(
    private readonly folder: string,
    private readonly keysFile = join(folder, KEYS),
  ) {}

  /** @throws AppError `bad_request` if it already exists or cannot be created */
  async create(): Promise<void> {
    try {
      await mkdir(dirname(this.folder), { recursive: true });
      await mkdir(this.folder, { mode: 0o700 });
    } catch (cause) {
      throw taken(cause);
    }
    try {
      // Created immediately, because failing an hour later would be too late.
      await (await open(this.keysFile, 'wx', 0o600)).close();
      await rm(this.keysFile);
    } catch (cause) {
      await rm(this.folder, { recursive: true });
      throw taken(cause);
    }
  }

  /** Deletes an incomplete backup. */
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

  /** @throws AppError `bad_request` if the folder contains no manifest, because it is no backup or an incomplete one */
  async manifest(): Promise<Manifest> {
    try {
      return readManifest(await readFile(this.path(MANIFEST), 'utf8'));
    } catch (cause) {
      const message = `The folder contains no ${MANIFEST} of a finished backup that this version can read`;
      throw new AppError('bad_request', message, {}, { cause });
    }
  }

  /** Returns a table's rows in the format of COPY. */
  rows({ file }: Pick<TableFile, 'file'>): Readable {
    // Errors propagate to the reader. Ending the reader closes both streams.
    return pipeline(createReadStream(this.path(file)), createGunzip(), () => undefined);
  }

  /** Yields the list of blobs in the order in which it was written. */
  async *blobs(): AsyncGenerator<BlobFile> {
    for await (const line of linesOf(this.rows({ file: BLOB_LIST }))) yield readBlobLine(line);
  }

  blobPath(name: string): string {
    return this.path(join('blobs', name));
  }
}

const taken = (cause: unknown): AppError => {
  const message = 'The folder and the file of keys must be new; these exist or cannot be created';
  return new AppError('bad_request', message, {}, { cause });
};
