import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { EncryptedBlobs } from '@app/storage';
import { textBlob } from './blob-names';
import { DocumentStore, fileNamePlace } from './document-store';

export interface ExportedDocument {
  id: string;
  fileName: string;
  uploadedAt: Date;
  /** Its text, which is all that is kept of it; absent where the upload broke off. */
  text?: () => Promise<Readable>;
}

const STEP = 100;

/** A person's documents, oldest first. */
@Injectable()
export class ExportDocuments {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly documents: DocumentStore,
    private readonly blobs: EncryptedBlobs,
  ) {}

  async *execute(owner: Owner): AsyncGenerator<ExportedDocument> {
    let after: string | undefined;
    for (let found = STEP; found === STEP;) {
      const page = await this.documents.page(owner, { ...(after !== undefined && { after }), take: STEP });
      found = page.length;
      after = page.at(-1)?.id;
      const keys = await this.keys.loadAll(
        this.db.manager,
        page.map(({ id }) => id),
      );
      for (const { id, fileName, createdAt, textBytes } of page) {
        const key = keys.get(id);
        if (!key) continue; // Deleted at this moment.
        const name = key.openText(fileName, fileNamePlace(id));
        const text = () => this.blobs.read(key, textBlob(id));
        yield { id, fileName: name, uploadedAt: createdAt, ...(textBytes !== null && { text }) };
      }
    }
  }
}
