import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import { EncryptedBlobs } from '@app/storage';
import { DocumentsStore, textBlob, type DocumentText } from './store/documents.store';

/** A part of a document's text. Offsets are UTF-16 code units. */
export interface Excerpt {
  documentId: string;
  start: number;
  end: number;
}

/** Returns parts of the texts of documents. Each document is read once, and only its parts stay in memory. */
@Injectable()
export class ReadExcerpts {
  constructor(
    private readonly documents: DocumentsStore,
    private readonly blobs: EncryptedBlobs,
  ) {}

  /** @returns the text of each excerpt; undefined if its document was deleted */
  async execute(owner: Owner, excerpts: readonly Excerpt[]): Promise<(string | undefined)[]> {
    const ids = [...new Set(excerpts.map(({ documentId }) => documentId))];
    const texts = new Map<Excerpt, string>();
    for (const document of await this.documents.texts(owner, ids)) {
      const wanted = excerpts.filter(({ documentId }) => documentId === document.id);
      for (const [excerpt, text] of await this.read(document, wanted)) texts.set(excerpt, text);
    }
    return excerpts.map((excerpt) => texts.get(excerpt));
  }

  private async read({ id, key }: DocumentText, wanted: readonly Excerpt[]): Promise<Map<Excerpt, string>> {
    const texts = new Map(wanted.map((excerpt) => [excerpt, '']));
    const last = Math.max(...wanted.map(({ end }) => end));
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let at = 0;
    for await (const bytes of (await this.blobs.read(key, textBlob(id))) as AsyncIterable<Buffer>) {
      const piece = decoder.decode(bytes, { stream: true });
      for (const excerpt of wanted) {
        const part = piece.slice(Math.max(0, excerpt.start - at), Math.max(0, excerpt.end - at));
        if (part !== '') texts.set(excerpt, texts.get(excerpt)! + part);
      }
      at += piece.length;
      if (at >= last) break;
    }
    return texts;
  }
}
