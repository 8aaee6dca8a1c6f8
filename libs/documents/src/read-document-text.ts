import { text } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { invalid, isId, type Owner } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { EncryptedBlobs } from '@app/storage';
import { unknownDocument } from './store/chat-documents.store';
import { DocumentsStore, textBlob } from './store/documents.store';

/** Returns the whole text of an uploaded document, if it is within MAX_TEXT_BYTES. */
@Injectable()
export class ReadDocumentText {
  constructor(
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly documents: DocumentsStore,
    private readonly blobs: EncryptedBlobs,
  ) {}

  /** @throws AppError `bad_request` if the owner has no such document, `too_large` */
  async execute(owner: Owner, id: string): Promise<string> {
    const [document] = isId(id) ? await this.documents.texts(owner, [id]) : [];
    if (!document) throw unknownDocument('doc');
    const { maxTextBytes } = this.config;
    if (document.bytes > maxTextBytes)
      throw invalid('doc', `must not have more than ${maxTextBytes} bytes of text`, 'too_large');
    return text(await this.blobs.read(document.key, textBlob(id)));
  }
}
