import { Injectable } from '@nestjs/common';
import { AppError, isId, type Owner } from '@app/common';
import { DocumentStore } from './document-store';

/** Deletes a document for good, also out of the chats that use it. */
@Injectable()
export class DeleteDocument {
  constructor(private readonly documents: DocumentStore) {}

  /** @throws AppError `not_found` where the owner has no such document */
  async execute(owner: Owner, id: string): Promise<void> {
    if (!isId(id) || !(await this.documents.delete(owner, id)))
      throw new AppError('not_found', 'There is no such document');
  }
}
