import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Transactions, type Owner, type Transaction } from '@app/common';
import { chatFile, TurnsStore, type OpenChat } from '@app/sessions';
import { BlobRemovals, EncryptedBlobs } from '@app/storage';

/** Stores images as encrypted files of their chats, with which they are deleted. */
@Injectable()
export class ImageFiles {
  constructor(
    private readonly transactions: Transactions,
    private readonly turns: TurnsStore,
    private readonly removals: BlobRemovals,
    private readonly encrypted: EncryptedBlobs,
  ) {}

  /**
   * Stores an image and the rows that `claim` writes for it, both or neither.
   *
   * @param claim writes the image's turn; returns false if its chat no longer exists
   * @returns whether it was stored
   */
  async keep(
    owner: Owner,
    { id: chatId, key }: OpenChat,
    imageId: string,
    image: Buffer,
    claim: (tx: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    const file = chatFile(chatId, imageId);
    await this.removals.expectClaim(file);
    let isKept = false;
    try {
      await this.encrypted.write(key, file, Readable.from([image]));
      isKept = await this.transactions.runFor(owner, async (tx) => {
        if (!(await claim(tx))) return false;
        await this.removals.claim(tx, file);
        return true;
      });
      return isKept;
    } finally {
      if (!isKept) await this.removals.carryOut([file]);
    }
  }

  /**
   * Opens an image for the holder of a signed link, without a check of the owner: the signature is the authorization.
   *
   * @returns undefined if there is no such image, or no longer
   * @throws AppError `not_found`, `unavailable`
   */
  async open(imageId: string): Promise<Readable | undefined> {
    const key = await this.turns.keyOfImage(imageId);
    return key && this.encrypted.read(key, chatFile(key.subjectId, imageId));
  }
}
