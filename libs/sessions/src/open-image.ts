import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { DataKeys } from '@app/crypto';
import { EncryptedBlobs } from '@app/storage';
import { imageBlob } from './image-blob';
import { TurnRow } from './turn.entity';

/** Opens an image for whoever holds a link that this service signed: the signature is the right to read it. */
@Injectable()
export class OpenImage {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly blobs: EncryptedBlobs,
  ) {}

  /** @returns undefined where there is no such image, or no longer. @throws AppError `not_found`, `unavailable` */
  async execute(imageId: string): Promise<Readable | undefined> {
    const { manager } = this.db;
    const turn = await manager.findOne(TurnRow, {
      select: { id: true, chatId: true },
      where: { id: imageId, responseType: 'image' },
    });
    const key = turn && (await this.keys.loadAll(manager, [turn.chatId])).get(turn.chatId);
    return turn && key ? this.blobs.read(key, imageBlob(turn.chatId, imageId)) : undefined;
  }
}
