import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, newId, type Owner } from '@app/common';
import { documentsConfig, type DocumentsConfig } from '@app/config';
import type { DataKey } from '@app/crypto';
import { BlobRemovals, EncryptedBlobs } from '@app/storage';
import {
  DOCUMENT_KINDS,
  REASONS,
  EXTRACT_TEXT,
  documentKindOf,
  UnreadableFile,
  type DocumentKind,
  type Unreadable,
} from '@app/file-formats';
import { IsolatedPrograms, ReadingSlots } from '@app/isolation';
import { DocumentsStore, originalBlob, textBlob } from './store/documents.store';

export interface Upload {
  /** As {@link fileName} returns it. */
  fileName: string;
  content: Readable;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Stores the text of an uploaded file, but not the file itself. Stores nothing of a refused file. */
@Injectable()
export class UploadDocument {
  private readonly slots: ReadingSlots;

  constructor(
    @Inject(documentsConfig.KEY) private readonly config: DocumentsConfig,
    private readonly documents: DocumentsStore,
    private readonly removals: BlobRemovals,
    private readonly encrypted: EncryptedBlobs,
    private readonly programs: IsolatedPrograms,
  ) {
    this.slots = new ReadingSlots(config.concurrency);
  }

  /**
   * @returns the document's id
   * @throws AppError `invalid_file` (`Invalid file: <why>`), `too_large`
   */
  async execute(owner: Owner, { fileName, content, signal }: Upload): Promise<string> {
    const kind = documentKindOf(fileName);
    if (!kind) throw unknownKind();
    const id = newId();
    const key = await this.documents.create(owner, id, fileName);
    try {
      const { maxUploadBytes: maxBytes } = this.config;
      await this.encrypted.write(key, originalBlob(id), content, { maxBytes, signal });
      const textBytes = await this.slots.run(owner.userId, () => this.readText(kind, id, key, signal));
      await this.removals.discard(originalBlob(id));
      await this.documents.complete(owner, id, textBytes);
      return id;
    } catch (error) {
      await this.documents.delete(owner, id);
      if (signal.aborted) throw new AppError('bad_request', 'The upload was broken off');
      throw error instanceof UnreadableFile ? invalidFile(error.why, kind) : error;
    }
  }

  private async readText(kind: DocumentKind, id: string, key: DataKey, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    const content = await this.encrypted.read(key, originalBlob(id));
    const work = { script: EXTRACT_TEXT, args: [kind], content, limits: this.config, signal };
    const text = Readable.from(this.programs.run(work));
    return (await this.encrypted.write(key, textBlob(id), text, { signal })).bytes;
  }
}

/** Returns `Invalid file: <why>` (contract: Upload). `kind` is one of a fixed list, so no input is quoted. */
const invalidFile = (why: Unreadable, kind: DocumentKind): AppError =>
  invalid(why === 'other_type' ? `its content is not that of a .${kind} file` : REASONS[why]);

const unknownKind = (): AppError =>
  invalid(`its name must end in one of ${DOCUMENT_KINDS.map((kind) => `.${kind}`).join(' ')}`);

const invalid = (why: string): AppError => new AppError('invalid_file', `Invalid file: ${why}`);
