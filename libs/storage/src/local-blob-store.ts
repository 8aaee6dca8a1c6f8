import { randomUUID } from 'node:crypto';
import { constants, createWriteStream, type Dir, type WriteStream } from 'node:fs';
import {
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@app/common';
import {
  assertBlobKey,
  assertBlobPrefix,
  BlobStore,
  MARK,
  storeUnavailable,
  type WriteOptions,
} from './blob-store';
import { MeasuredContent } from './measured-content';

/** No key starts with a dot. */
const UNFINISHED = '.unfinished-';

/** Stores files in a folder of this machine. A file gets its name only when it is complete and synced to disk. */
export class LocalBlobStore extends BlobStore {
  constructor(private readonly folder: string) {
    super();
  }

  async write(key: string, content: Readable, options: WriteOptions = {}): Promise<{ bytes: number }> {
    const path = this.path(key);
    const measured = new MeasuredContent(content, options.maxBytes);
    const unfinished = join(this.folder, `${UNFINISHED}${randomUUID()}`);
    let file: WriteStream | undefined;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(measured, file, { signal: options.signal });
      await rename(unfinished, path);
      await syncFolder(dirname(path));
      return { bytes: measured.bytes };
    } catch (error) {
      content.destroy();
      // A file that is still being opened would be created after its removal.
      if (file) await closing(file);
      await rm(unfinished, { force: true }).catch(() => undefined); // The first error is the one to report.
      options.signal?.throwIfAborted();
      throw measured.failure ? measured.failure.error : storeUnavailable(error);
    }
  }

  async read(key: string): Promise<Readable> {
    const path = this.path(key);
    try {
      return (await open(path, 'r')).createReadStream();
    } catch (error) {
      throw isMissing(error) ? new AppError('not_found', 'There is no such file') : storeUnavailable(error);
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.path(key);
    try {
      await unlink(path);
    } catch (error) {
      if (!isMissing(error)) throw storeUnavailable(error);
    }
  }

  async deletePrefix(prefix: string): Promise<void> {
    assertBlobPrefix(prefix);
    try {
      await rm(join(this.folder, prefix), { recursive: true, force: true });
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  async *list(folder = ''): AsyncGenerator<string> {
    if (folder !== '') assertBlobPrefix(folder);
    try {
      yield* this.below(folder);
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  private async *below(prefix: string): AsyncGenerator<string> {
    let entries: Dir;
    try {
      entries = await opendir(join(this.folder, prefix));
    } catch (error) {
      if (isMissing(error)) return; // The folder never existed, or was just deleted.
      throw error;
    }
    for await (const entry of entries) {
      const name = `${prefix}${entry.name}`;
      if (entry.isDirectory()) yield* this.below(`${name}/`);
      else if (!entry.name.startsWith('.')) yield name;
    }
  }

  async deleteUnfinished(before: Date): Promise<void> {
    try {
      for (const name of await readdir(this.folder)) {
        const path = join(this.folder, name);
        if (name.startsWith(UNFINISHED) && (await stat(path)).mtime < before) await rm(path, { force: true });
      }
    } catch (error) {
      // Nothing was stored yet, or another worker has already deleted it.
      if (!isMissing(error)) throw storeUnavailable(error);
    }
  }

  async readMark(): Promise<string | undefined> {
    try {
      return await readFile(join(this.folder, MARK), 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw storeUnavailable(error);
    }
  }

  async writeMark(id: string): Promise<void> {
    const unfinished = join(this.folder, `${UNFINISHED}${randomUUID()}`);
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await writeFile(unfinished, id, { mode: 0o600, flush: true });
      await rename(unfinished, join(this.folder, MARK));
      await syncFolder(this.folder);
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  private path(key: string): string {
    assertBlobKey(key);
    return join(this.folder, key);
  }
}

/** Without this, a crash of the machine may lose the new name (fsync(2)). */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_DIRECTORY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const closing = (file: WriteStream): Promise<void> =>
  new Promise((resolve) => (file.closed ? resolve() : file.once('close', () => resolve())));
