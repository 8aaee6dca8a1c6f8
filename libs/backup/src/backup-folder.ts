import { pipeline, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { AppError, linesOf } from '@app/common';
import type { Folder } from './folder';
import { readBlobLine, readManifest, type BlobFile, type Manifest, type TableFile } from './manifest';
import {
  measure,
  measureLines,
  writeLines,
  writeMeasured,
  type Lines,
  type Measure,
  type Source,
} from './measured-file';
import { openFile, openFolder } from './open-folder';

export const MANIFEST = 'manifest.json';
export const KEYS = 'data_keys.copy.gz';
export const BLOB_LIST = 'blobs.ndjson.gz';

/** Reads and writes the files of a backup. */
export class BackupFolder {
  private readonly folder: Folder;
  private readonly keys: { folder: Folder; file: string };

  /**
   * @param folder a path or `s3://bucket/prefix`; contains everything, except the data keys if `keysFile` is given
   * @param keysFile likewise; if absent, the data keys are in the folder
   * @throws AppError `bad_request`; ConfigError
   */
  constructor(folder: string, keysFile?: string) {
    this.folder = openFolder(folder);
    this.keys = keysFile === undefined ? { folder: this.folder, file: KEYS } : openFile(keysFile);
  }

  /** @throws AppError `bad_request` if it already exists or cannot be created */
  async create(): Promise<void> {
    await this.folder.create();
    try {
      await this.keys.folder.reserve(this.keys.file);
    } catch (error) {
      await this.folder.deleteAll();
      throw error;
    }
  }

  /** Deletes an incomplete backup. */
  async discard(): Promise<void> {
    await this.keys.folder.deleteFile(this.keys.file);
    await this.folder.deleteAll();
  }

  async writeManifest(manifest: Manifest): Promise<void> {
    await this.folder.write(MANIFEST, Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]));
  }

  writeLines(file: string, content: Source): Promise<Lines> {
    return writeLines(content, (bytes) => this.write(file, bytes));
  }

  writeBlob(name: string, content: Source): Promise<Measure> {
    return writeMeasured(content, (bytes) => this.write(blobFile(name), bytes));
  }

  /** @throws AppError `bad_request` if the folder contains no manifest, because it is no backup or an incomplete one */
  async manifest(): Promise<Manifest> {
    try {
      return readManifest(await text(await this.read(MANIFEST)));
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'unavailable') throw cause;
      const message = `The folder contains no ${MANIFEST} of a finished backup that this version can read`;
      throw new AppError('bad_request', message, {}, { cause });
    }
  }

  /** Returns a table's rows in the format of COPY. */
  async rows({ file }: Pick<TableFile, 'file'>): Promise<Readable> {
    // Errors propagate to the reader. Ending the reader closes both streams.
    return pipeline(await this.read(file), createGunzip(), () => undefined);
  }

  /** Yields the list of blobs in the order in which it was written. */
  async *blobs(): AsyncGenerator<BlobFile> {
    // Read completely, about 60 bytes a file: the store would end a response that waits while files are copied.
    const list = await buffer(await this.read(BLOB_LIST));
    const lines = pipeline(Readable.from([list], { objectMode: false }), createGunzip(), () => undefined);
    for await (const line of linesOf(lines)) yield readBlobLine(line);
  }

  /** @throws AppError `not_found` */
  blob(name: string): Promise<Readable> {
    return this.read(blobFile(name));
  }

  /** @throws AppError `not_found`; Error if it is not a complete compressed file */
  async measureLines(file: string): Promise<Lines> {
    return measureLines(await this.read(file));
  }

  /** @throws AppError `not_found` */
  async measureBlob(name: string): Promise<Measure> {
    return measure(await this.blob(name));
  }

  private read(file: string): Promise<Readable> {
    return file === KEYS ? this.keys.folder.read(this.keys.file) : this.folder.read(file);
  }

  private write(file: string, content: Readable): Promise<void> {
    return file === KEYS ? this.keys.folder.write(this.keys.file, content) : this.folder.write(file, content);
  }
}

const blobFile = (name: string): string => `blobs/${name}`;
