import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import type { DataKey } from '@app/crypto';
import { EncryptedBlobs } from '@app/storage';
import { chatFile } from '../chat';
import { ChatsStore, type ListedChat } from '../chats.store';
import type { KeptTurn } from '../turn';
import { TurnVersionsStore } from '../turn-versions.store';
import { SharesStore, type ChatShare } from '../sharing/shares.store';
import { OwnCorrections, type OwnCorrection } from '../suggestions/own-corrections';
import { TurnsStore } from '../turns.store';
import { ListChats } from './list-chats';

export interface ExportedChat extends ListedChat {
  /** Newest first, read lazily. */
  turns: () => AsyncGenerator<KeptTurn>;
  /** The turns of the other branches, newest first, read lazily. */
  otherVersions: () => AsyncGenerator<KeptTurn>;
  /** Its link, by which others in the organization read it. */
  share?: Pick<ChatShare, 'id' | 'turnIds' | 'name' | 'createdAt' | 'expiresAt'>;
  /** The values that its user kept or hid in it. */
  corrections: OwnCorrection[];
  /** Opens the image of a turn with an image as its response. */
  image: (turnId: string) => Promise<Readable>;
}

const TURNS = 50;

/** Exports a person's chats by last use, newest first. */
@Injectable()
export class ExportChats {
  constructor(
    private readonly list: ListChats,
    private readonly chats: ChatsStore,
    private readonly turns: TurnsStore,
    private readonly versions: TurnVersionsStore,
    private readonly shares: SharesStore,
    private readonly corrections: OwnCorrections,
    private readonly blobs: EncryptedBlobs,
  ) {}

  async *execute(owner: Owner): AsyncGenerator<ExportedChat> {
    // Reads the whole list: it is ordered by use, so pages would miss chats that are used meanwhile.
    for (const chat of await this.list.all(owner)) {
      const key = await this.chats.key(owner, chat.id);
      const corrections = await this.corrections.find(owner, chat.id);
      if (!key || !corrections) continue; // The chat was deleted meanwhile.
      const image = (turnId: string) => this.blobs.read(key, chatFile(chat.id, turnId));
      const share = await this.shares.ofChat(owner, chat.id);
      yield {
        ...chat,
        ...(share && { share }),
        corrections,
        turns: () => this.turnsOf(owner, chat.id, key),
        otherVersions: () => this.otherVersionsOf(owner, chat.id, key),
        image,
      };
    }
  }

  private async *turnsOf(owner: Owner, chatId: string, key: DataKey): AsyncGenerator<KeptTurn> {
    let page: KeptTurn[] = [];
    do {
      const before = page.at(-1)?.ordinal;
      page = await this.turns.page(owner, chatId, key, {
        ...(before !== undefined && { before }),
        limit: TURNS,
      });
      yield* page;
    } while (page.length === TURNS);
  }

  private async *otherVersionsOf(owner: Owner, chatId: string, key: DataKey): AsyncGenerator<KeptTurn> {
    let page: KeptTurn[] = [];
    do {
      const before = page.at(-1)?.id;
      page = await this.versions.page(owner, chatId, key, {
        ...(before !== undefined && { before }),
        limit: TURNS,
      });
      yield* page;
    } while (page.length === TURNS);
  }
}
