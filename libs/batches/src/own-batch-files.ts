import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError, isId, type Owner } from '@app/common';
import { EncryptedBlobs } from '@app/storage';
import { WriteTombstones } from '@app/tombstones';
import { blobOf, KEPT_MS, type StoredFile } from './batch';
import { BatchFilesStore, type Page } from './batch-files.store';
import { BatchesStore } from './batches.store';

const PREFIX = 'file-';

/** A file in OpenAI's form. */
export interface ShownFile {
  id: string;
  object: 'file';
  bytes: number;
  created_at: number;
  expires_at: number;
  filename: string;
  purpose: Purpose;
  status: 'processed';
  status_details: null;
}

export const PURPOSES = ['batch', 'batch_output'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface ListedFiles {
  files: ShownFile[];
  hasMore: boolean;
}

/** The files of a user, by the ids that callers know. */
@Injectable()
export class OwnBatchFiles {
  constructor(
    private readonly files: BatchFilesStore,
    private readonly batches: BatchesStore,
    private readonly blobs: EncryptedBlobs,
    private readonly tombstones: WriteTombstones,
  ) {}

  async list(owner: Owner, page: Page, purpose?: Purpose): Promise<ListedFiles> {
    const { after, limit } = page;
    const from = after === undefined ? {} : { after: rowIdOf(PREFIX, after, 'after') };
    const ofResults = purpose === undefined ? undefined : purpose === 'batch_output';
    const found = await this.files.page(owner, { ...page, ...from, limit: limit + 1 }, ofResults);
    return { files: found.slice(0, limit).map(shownFile), hasMore: found.length > limit };
  }

  /** @throws AppError `not_found` */
  async read(owner: Owner, id: string): Promise<ShownFile> {
    return shownFile(await this.find(owner, id));
  }

  /** @throws AppError `not_found` */
  async content(owner: Owner, id: string): Promise<Readable> {
    const { id: rowId, key } = await this.find(owner, id);
    return this.blobs.read(key, blobOf(rowId));
  }

  /**
   * Deletes a file. With the last file of its results, the key of a batch is deleted too.
   *
   * @throws AppError `not_found`; `unavailable` if it is deleted, but the tombstone that keeps backups from restoring it is
   *   not written yet
   */
  async delete(owner: Owner, id: string): Promise<void> {
    const { id: rowId, batchId } = await this.find(owner, id);
    const deleted = await this.files.delete(owner, rowId, async (tx) => {
      if (batchId !== null && !(await this.files.hasResults(tx, owner, batchId)))
        await this.batches.destroyKey(tx, owner, batchId);
    });
    if (!deleted) throw noSuchFile();
    await this.tombstones.execute();
  }

  /** Yields all files, oldest first, for the export of a user. */
  async *all(owner: Owner): AsyncGenerator<{ file: ShownFile; open: () => Promise<Readable> }> {
    let after: string | undefined;
    for (let hasMore = true; hasMore;) {
      const page = { limit: 100, order: 'asc', ...(after !== undefined && { after }) } as const;
      const listed = await this.list(owner, page);
      for (const file of listed.files) yield { file, open: () => this.content(owner, file.id) };
      after = listed.files.at(-1)?.id;
      hasMore = listed.hasMore;
    }
  }

  private async find(owner: Owner, id: string): Promise<StoredFile> {
    const rowId = fileRowId(id);
    const file = rowId === undefined ? undefined : await this.files.find(owner, rowId);
    if (!file) throw noSuchFile();
    return file;
  }
}

export const fileId = (rowId: string): string => `${PREFIX}${rowId}`;

/** Returns the id of a file's row; undefined if it is no id of a file. */
export function fileRowId(id: string): string | undefined {
  const rowId = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined;
  return isId(rowId) ? rowId : undefined;
}

/** Returns the id of a row. @throws AppError `bad_request` that names the field */
export function rowIdOf(prefix: string, id: unknown, field: string): string {
  const rowId = typeof id === 'string' && id.startsWith(prefix) ? id.slice(prefix.length) : '';
  if (isId(rowId)) return rowId;
  throw new AppError('bad_request', `${field} must be an id that begins with ${prefix}`, {
    errors: [{ field, message: `must be an id that begins with ${prefix}` }],
  });
}

export function shownFile({ id, batchId, name, bytes, createdAt }: StoredFile): ShownFile {
  return {
    id: fileId(id),
    object: 'file',
    bytes,
    created_at: seconds(createdAt),
    expires_at: seconds(new Date(createdAt.getTime() + KEPT_MS)),
    filename: name,
    purpose: batchId === null ? 'batch' : 'batch_output',
    status: 'processed',
    status_details: null,
  };
}

export const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

const noSuchFile = (): AppError => new AppError('not_found', 'There is no such file');
