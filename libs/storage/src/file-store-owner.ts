import { AppError, StoreUnavailable } from '@app/common';
import type { BlobStore } from './blob-store';
import type { KnownStore, FileStoreStore } from './file-store.store';

/** The store returns its mark within this time. */
const ANSWER_MS = 5_000;

/** Why the file store cannot be used: it does not answer, has no mark, or has that of another installation. */
export type FilesReason = 'down' | 'unmarked' | 'foreign';

/** The file store is known to be unavailable. */
export class FilesUnavailable extends StoreUnavailable {
  constructor(
    readonly reason: FilesReason,
    options?: ErrorOptions,
  ) {
    super('The file store cannot be reached; try again later', options);
  }
}

/**
 * Checks that the file store belongs to this installation. An empty folder where a volume is not mounted, or another
 * bucket, would otherwise accept files that are lost later.
 */
export class FileStoreOwner {
  /** Known as soon as the store is marked, and never changes then. */
  private id: string | undefined;
  private checking: Promise<void> | undefined;
  private reading: Promise<string | undefined> | undefined;

  constructor(
    private readonly files: BlobStore,
    private readonly rows: FileStoreStore,
  ) {}

  /**
   * Checks the mark, and marks the store of a new installation. Concurrent calls share one check.
   *
   * @throws FilesUnavailable; errors of the database if the id is not known yet
   */
  check(): Promise<void> {
    return (this.checking ??= this.examine().finally(() => (this.checking = undefined)));
  }

  private async examine(): Promise<void> {
    const known = this.id === undefined ? await this.rows.read() : { id: this.id, marked: true, sample: [] };
    const mark = await this.readMark();
    if (mark !== known.id) {
      if (mark !== undefined) throw new FilesUnavailable('foreign');
      if (known.marked || !(await this.hasSample(known))) throw new FilesUnavailable('unmarked');
      await this.files.writeMark(known.id).catch(refuse);
    }
    if (!known.marked) await this.rows.noteMarked();
    this.id = known.id;
  }

  /** A read that hangs is not repeated, because each would occupy a thread. */
  private async readMark(): Promise<string | undefined> {
    this.reading ??= this.files.readMark().finally(() => (this.reading = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(notInTime()), ANSWER_MS);
    });
    try {
      return await Promise.race([this.reading, late]);
    } catch (error) {
      return refuse(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns whether the store has one of the files that this installation has stored, if it has stored any. */
  private async hasSample({ sample }: KnownStore): Promise<boolean> {
    for (const name of sample) if (await this.has(name)) return true;
    return sample.length === 0;
  }

  private async has(name: string): Promise<boolean> {
    try {
      (await this.files.read(name)).destroy();
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return false;
      return refuse(error);
    }
  }
}

function refuse(error: unknown): never {
  const cause = error instanceof AppError ? error.cause : error;
  throw new FilesUnavailable('down', { cause });
}

const notInTime = (): Error =>
  Object.assign(new Error('The file store did not answer in time'), { code: 'ETIMEDOUT' });
