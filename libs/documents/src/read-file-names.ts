import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import { DocumentsStore } from './store/documents.store';

/** Returns the names that documents had when they were uploaded, by id. A deleted document has none. */
@Injectable()
export class ReadFileNames {
  constructor(private readonly documents: DocumentsStore) {}

  execute(owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.documents.fileNames(owner, [...new Set(ids)]);
  }
}
