import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ENTITY_TYPES } from '@app/anonymization';
import { AppError, newId, type Owner } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { asOne } from '@app/database';
import { countMessageTokens } from '@app/llm';
import { BlobRemovals, EncryptedBlobs } from '@app/storage';
import { ChatStore } from './chat-store';
import { imageBlob } from './image-blob';
import type { PreparedImage } from './prepare-image';
import type { NewTurn } from './turn';
import { TurnStore } from './turn-store';

/** What stands for the image where the conversation goes to a language model. */
const ANSWER = '(An image was made.)';

/** Keeps an image with its turn, both or neither; makes the chat where it is the first. */
@Injectable()
export class KeepImage {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly chats: ChatStore,
    private readonly turns: TurnStore,
    private readonly removals: BlobRemovals,
    private readonly encrypted: EncryptedBlobs,
  ) {}

  /**
   * @param model that made it
   * @returns the image's id, which is its turn's
   * @throws AppError `bad_request` where the chat was deleted meanwhile
   */
  async execute(owner: Owner, prepared: PreparedImage, image: Buffer, model: string): Promise<string> {
    const turn = await describeTurn(prepared, model);
    const { chatId, chat } = prepared;
    const key = chat?.key ?? this.keys.make(chatId);
    const blob = imageBlob(chatId, turn.id);
    await this.removals.expectClaim(blob);
    try {
      await this.encrypted.write(key, blob, Readable.from([image]));
      if (!(await this.keepTurn(owner, prepared, key, turn)))
        throw new AppError('bad_request', 'The chat was deleted while the image was made');
      return turn.id;
    } catch (error) {
      await this.removals.carryOut([blob]);
      throw error;
    }
  }

  private async keepTurn(
    owner: Owner,
    prepared: PreparedImage,
    key: DataKey,
    turn: NewTurn,
  ): Promise<boolean> {
    const { chatId, chat, prompt, table } = prepared;
    const { text, values } = asOne(
      chat ? this.chats.use(owner, chatId) : await this.chats.creation(owner, { key, prompt, table }),
      this.turns.addition(owner, chat ?? { id: chatId, ordinal: 1, key }, turn),
    );
    return this.db.transaction(async (tx) => {
      const kept = await tx.query<{ id: string }[]>(text, [...values]);
      if (kept.length === 0) return false;
      await this.removals.claim(tx, imageBlob(chatId, turn.id));
      return true;
    });
  }
}

async function describeTurn({ prompt, hidden, spans }: PreparedImage, model: string): Promise<NewTurn> {
  return {
    id: newId(),
    model,
    documentId: null,
    responseType: 'image',
    hiddenTypes: ENTITY_TYPES,
    prompt,
    anonymizedPrompt: hidden.text,
    answer: ANSWER,
    restoredAnswer: ANSWER,
    replacements: hidden.replacements,
    findings: { prompt: spans },
    contextTokens: (await countMessageTokens(hidden.text)) + (await countMessageTokens(ANSWER)),
  };
}
