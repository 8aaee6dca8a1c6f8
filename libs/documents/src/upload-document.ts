import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, newId, type Owner } from '@app/common';
import { documentsConfig, type DocumentsConfig } from '@app/config';
import type { DataKey } from '@app/crypto';
import { BlobStore, EncryptedBlobs } from '@app/storage';
import { originalBlob, textBlob } from './blob-names';
import { kindOf, type DocumentKind } from './document-kind';
import { DocumentStore } from './document-store';
import { invalidFile, unknownKind } from './invalid-file';
import { IsolatedPrograms } from './isolation/isolated-programs';
import { readDocument } from './read-document';
import { ReadingSlots } from './reading-slots';
import { UnreadableFile } from './unreadable';

export interface Upload {
  /** As {@link fileName} gives it. */
  fileName: string;
  content: Readable;
  /** Aborted where the client goes away. */
  signal: AbortSignal;
}

/** Takes a file in, and its text out of it; the file itself is not kept. Nothing is left of one that is refused. */
@Injectable()
export class UploadDocument {
  private readonly slots: ReadingSlots;

  constructor(
    @Inject(documentsConfig.KEY) private readonly config: DocumentsConfig,
    private readonly documents: DocumentStore,
    private readonly blobs: BlobStore,
    private readonly encrypted: EncryptedBlobs,
    private readonly programs: IsolatedPrograms,
  ) {
    this.slots = new ReadingSlots(config.concurrency);
  }

  /**
   * @returns the document's id
   * @throws AppError `bad_request` (`Invalid file: <why>`), `too_large`
   */
  async execute(owner: Owner, { fileName, content, signal }: Upload): Promise<string> {
    const kind = kindOf(fileName);
    if (!kind) throw unknownKind();
    const id = newId();
    const key = await this.documents.create(owner, id, fileName);
    try {
      const { maxUploadBytes: maxBytes } = this.config;
      await this.encrypted.write(key, originalBlob(id), content, { maxBytes, signal });
      const textBytes = await this.slots.run(owner.userId, () => this.readText(kind, id, key, signal));
      await this.blobs.delete(originalBlob(id));
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
    const text = readDocument(this.programs, kind, { content, limits: this.config, signal });
    return (await this.encrypted.write(key, textBlob(id), text, { signal })).bytes;
  }
}
