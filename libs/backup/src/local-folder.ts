import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, codeOf } from '@app/common';
import { taken, type Folder } from './folder';

/** A folder on a disk. Only the owner of the process can read what it contains. */
export class LocalFolder implements Folder {
  constructor(private readonly path: string) {}

  async create(): Promise<void> {
    try {
      await makeFolder(dirname(this.path));
      await mkdir(this.path, { mode: 0o700 });
    } catch (cause) {
      throw taken(cause);
    }
  }

  async reserve(file: string): Promise<void> {
    const path = join(this.path, file);
    try {
      await makeFolder(dirname(path));
      await (await open(path, 'wx', 0o600)).close();
      await rm(path);
    } catch (cause) {
      throw taken(cause);
    }
  }

  async names(): Promise<string[]> {
    try {
      return await readdir(this.path);
    } catch (error) {
      if (isMissing(error) || codeOf(error) === 'ENOTDIR') return [];
      throw error;
    }
  }

  at(name: string): Folder {
    return new LocalFolder(join(this.path, name));
  }

  async write(file: string, content: Readable): Promise<void> {
    const path = join(this.path, file);
    const unfinished = join(dirname(path), `.${basename(path)}`);
    await makeFolder(dirname(path));
    await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(unfinished, path);
  }

  async read(file: string): Promise<Readable> {
    try {
      return (await open(join(this.path, file))).createReadStream();
    } catch (error) {
      throw isMissing(error) ? new AppError('not_found', 'There is no such file') : error;
    }
  }

  async deleteFile(file: string): Promise<void> {
    const path = join(this.path, file);
    await rm(join(dirname(path), `.${basename(path)}`), { force: true });
    await rm(path, { force: true });
  }

  async deleteAll(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

const makeFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
};

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
