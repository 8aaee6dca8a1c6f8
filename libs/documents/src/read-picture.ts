import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { invalid, isId, type Owner } from '@app/common';
import { EncryptedBlobs } from '@app/storage';
import { DocumentsStore, originalBlob } from './store/documents.store';

/** An uploaded picture. */
export interface Picture {
  format: 'png' | 'jpeg';
  content: Buffer;
}

const PNG_START = 0x89;

/** Returns an uploaded picture that was stored with its text. */
@Injectable()
export class ReadPicture {
  constructor(
    private readonly documents: DocumentsStore,
    private readonly blobs: EncryptedBlobs,
  ) {}

  /**
   * @param field the field of the request that names it
   * @throws AppError `bad_request` if the owner has no such picture
   */
  async execute(owner: Owner, id: string, field: string): Promise<Picture> {
    const [document] = isId(id) ? await this.documents.texts(owner, [id]) : [];
    const stored = document && (await this.blobs.find(document.key, originalBlob(id)));
    if (!stored)
      throw invalid(
        field,
        'must be the id of one of your pictures, uploaded while the policy of your organization allows images',
      );
    const content = await buffer(stored);
    return { content, format: content[0] === PNG_START ? 'png' : 'jpeg' };
  }
}
