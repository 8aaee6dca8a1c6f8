import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, newId, type Owner, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { inScope, managerOf, runPrepared, statement } from '@app/database';
import { openName } from '../chat';

/** The link to a chat. */
export interface ChatShare {
  id: string;
  chatId: string;
  /** The owner of the chat. */
  owner: Owner;
  key: DataKey;
  turnIds: string[];
  /** The name of the chat when the link was created. Absent if the original values are not shared. */
  name?: string;
  createdAt: Date;
  expiresAt: Date;
}

/** A chat with a link, of any owner. */
export interface SharedChatOf extends Owner {
  chatId: string;
}

type Row = KeyColumns & {
  id: string;
  chat_id: string;
  organization_id: string;
  user_id: string;
  turn_ids: string[];
  name: Buffer | null;
  created_at: Date;
  expires_at: Date;
};

const COLUMNS = 'id, chat_id, organization_id, user_id, turn_ids, name, created_at, expires_at';
const LOCK = 'SELECT FROM chats WHERE id = $1 AND user_id = $2 AND organization_id = $3 FOR NO KEY UPDATE';
const ADD = `
  INSERT INTO chat_shares (id, chat_id, organization_id, user_id, turn_ids, name, expires_at)
  SELECT $4, id, organization_id, user_id,
    ARRAY(SELECT turns.id FROM turns WHERE turns.chat_id = chats.id ORDER BY turns.ordinal),
    CASE WHEN $5 THEN name END, $6::timestamptz
  FROM chats WHERE id = $1 AND user_id = $2 AND organization_id = $3
  RETURNING cardinality(turn_ids) AS turns`;

/** Stores the links to chats. A chat has at most one. Its owner changes it, and users of the organization find it by its id. */
@Injectable()
export class SharesStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** Locks a chat until the transaction ends. @returns whether the owner has it */
  async lock(transaction: Transaction, { userId, organizationId }: Owner, chatId: string): Promise<boolean> {
    const rows = await managerOf(transaction).query<unknown[]>(LOCK, [chatId, userId, organizationId]);
    return rows.length > 0;
  }

  /**
   * Creates a link to the current branch of a chat that is locked and has none.
   *
   * @returns the number of its turns
   */
  async add(
    transaction: Transaction,
    { userId, organizationId }: Owner,
    { chatId, originals, expiresAt }: { chatId: string; originals: boolean; expiresAt: Date },
  ): Promise<number> {
    const values = [chatId, userId, organizationId, newId(), originals, expiresAt];
    const [added] = await managerOf(transaction).query<{ turns: number }[]>(ADD, values);
    return added!.turns;
  }

  /**
   * Deletes the link to a chat.
   *
   * @param onlyExpired deletes it only if it has expired
   * @returns whether there was one
   */
  async delete(
    transaction: Transaction,
    { userId, organizationId }: Owner,
    chatId: string,
    onlyExpired = false,
  ): Promise<boolean> {
    const [, count] = await managerOf(transaction).query<[unknown[], number]>(
      `DELETE FROM chat_shares WHERE chat_id = $1 AND user_id = $2 AND organization_id = $3
         AND (NOT $4 OR expires_at <= now())`,
      [chatId, userId, organizationId, onlyExpired],
    );
    return count > 0;
  }

  /** Returns the link to a chat of this owner; undefined if there is none that is valid. */
  ofChat(owner: Owner, chatId: string): Promise<ChatShare | undefined> {
    return this.one(owner, 'chat_id = $1 AND organization_id = $2 AND user_id = $3', [
      chatId,
      owner.organizationId,
      owner.userId,
    ]);
  }

  /** Returns a valid link of any active user of the reader's organization. */
  find(reader: Owner, id: string): Promise<ChatShare | undefined> {
    return this.one(
      reader,
      `id = $1 AND organization_id = $2
       AND EXISTS (SELECT FROM users WHERE users.id = chat_shares.user_id AND users.active)`,
      [id, reader.organizationId],
    );
  }

  private async one(scope: Owner, where: string, values: readonly string[]): Promise<ChatShare | undefined> {
    const [row] = await runPrepared<Row>(
      this.db,
      statement(
        `SELECT ${COLUMNS}, ${this.keys.columnsOf('chat_shares.chat_id')} FROM chat_shares
         WHERE ${where} AND expires_at > now()`,
        [...values],
      ),
      scope,
    );
    // The key is deleted with the chat, which may be happening now.
    const key = row && this.keys.read(row.chat_id, row);
    if (!row || !key) return undefined;
    return {
      id: row.id,
      chatId: row.chat_id,
      owner: { userId: row.user_id, organizationId: row.organization_id },
      key,
      turnIds: row.turn_ids,
      ...(row.name && { name: openName(key, row.name) }),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    };
  }

  /** Returns chats of all owners with links that have expired, for the sweep. */
  async expired(limit: number): Promise<SharedChatOf[]> {
    const rows = await inScope(this.db, ALL_OWNERS, (tx) =>
      tx.query<Pick<Row, 'chat_id' | 'user_id' | 'organization_id'>[]>(
        'SELECT chat_id, user_id, organization_id FROM chat_shares WHERE expires_at <= now() LIMIT $1',
        [limit],
      ),
    );
    return rows.map(({ chat_id: chatId, user_id: userId, organization_id: organizationId }) => ({
      chatId,
      userId,
      organizationId,
    }));
  }
}
