import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Transactions, type Owner, type Transaction } from '@app/common';
import { chatFile, TurnsStore, type OpenChat } from '@app/sessions';
import { BlobRemovals, EncryptedBlobs } from '@app/storage';

/** Images as encrypted files of their chats, which they go with. */
@Injectable()
export class ImageFiles {
  constructor(
    private readonly transactions: Transactions,
    private readonly turns: TurnsStore,
    private readonly removals: BlobRemovals,
    private readonly encrypted: EncryptedBlobs,
  ) {}

  /**
   * Keeps an image with what `claim` writes of it, both or neither.
   *
   * @param claim writes the image's turn; false where it has no chat any more
   * @returns whether it was kept
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
   * For whoever holds a link that this service signed: the signature is the right to read it.
   *
   * @returns undefined where there is no such image, or no longer
   * @throws AppError `not_found`, `unavailable`
   */
  async open(imageId: string): Promise<Readable | undefined> {
    const key = await this.turns.keyOfImage(imageId);
    return key && this.encrypted.read(key, chatFile(key.subjectId, imageId));
  }
}
