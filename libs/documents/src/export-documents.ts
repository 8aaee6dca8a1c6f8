import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import { EncryptedBlobs } from '@app/storage';
import { DocumentsStore, fileNameBinding, originalBlob, textBlob } from './store/documents.store';

export interface ExportedDocument {
  id: string;
  fileName: string;
  uploadedAt: Date;
  /** Opens its text. Absent if the upload is incomplete. */
  text?: () => Promise<Readable>;
  /** The picture, if it is stored in addition to its text. */
  picture?: () => Promise<Readable>;
}

const STEP = 100;

/** Exports a person's documents, oldest first. */
@Injectable()
export class ExportDocuments {
  constructor(
    private readonly documents: DocumentsStore,
    private readonly blobs: EncryptedBlobs,
  ) {}

  async *execute(owner: Owner): AsyncGenerator<ExportedDocument> {
    let after: string | undefined;
    for (let found = STEP; found === STEP;) {
      const page = await this.documents.page(owner, { ...(after !== undefined && { after }), take: STEP });
      found = page.length;
      after = page.at(-1)?.id;
      const keys = await this.documents.keysOf(page.map(({ id }) => id));
      for (const { id, fileName, createdAt, textBytes } of page) {
        const key = keys.get(id);
        if (!key) continue; // The document was deleted meanwhile.
        const name = key.openText(fileName, fileNameBinding(id));
        const text = () => this.blobs.read(key, textBlob(id));
        const exported = { id, fileName: name, uploadedAt: createdAt };
        if (textBytes === null) yield exported;
        else {
          const picture = await this.blobs.find(key, originalBlob(id));
          yield { ...exported, text, ...(picture && { picture: async () => picture }) };
        }
      }
    }
  }
}
