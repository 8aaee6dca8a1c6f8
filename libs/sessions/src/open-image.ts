import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { DataKeys } from '@app/data-keys';
import { EncryptedBlobs } from '@app/storage';
import { imageBlob } from './image-blob';
import { TurnStore } from './turn-store';

/** Opens an image for whoever holds a link that this service signed: the signature is the right to read it. */
@Injectable()
export class OpenImage {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly turns: TurnStore,
    private readonly blobs: EncryptedBlobs,
  ) {}

  /** @returns undefined where there is no such image, or no longer. @throws AppError `not_found`, `unavailable` */
  async execute(imageId: string): Promise<Readable | undefined> {
    const chatId = await this.turns.chatOfImage(imageId);
    const key = chatId && (await this.keys.loadAll(this.db.manager, [chatId])).get(chatId);
    return key ? this.blobs.read(key, imageBlob(key.subjectId, imageId)) : undefined;
  }
}
