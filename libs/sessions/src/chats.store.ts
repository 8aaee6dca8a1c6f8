import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, type DataSource, type SelectQueryBuilder } from 'typeorm';
import { EntityTable, type ReplacementStyle } from '@app/anonymization';
import type { StartedAssistant } from '@app/assistants';
import { ALL_OWNERS, AppError, invalid, newId, type Owner, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { inScope, managerOf, runPrepared, statement } from '@app/database';
import {
  openAssistant,
  openName,
  openTable,
  sealName,
  sealTable,
  tableJson,
  unknownChat,
  type OpenChat,
} from './chat';
import { ChatRow } from './chat.entity';

/** A chat as an entry of the chat list. */
export interface ListedChat {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date;
  pinned: boolean;
  /** The case of the chat, which may have ended */
  caseId: string | null;
}

/** A chat's position in a list with pinned chats first, each part by last use. */
export type ListPosition = Pick<ListedChat, 'pinned' | 'lastUsedAt' | 'id'>;

type UnnamedChat = Omit<ListedChat, 'name'> & { name?: string };

/** Optimistic lock on the ciphertext, which differs after every write. */
const STORE_TABLE = `
  UPDATE chats SET entity_table = $4
  WHERE id = $1 AND user_id = $2 AND organization_id = $3 AND entity_table IS NOT DISTINCT FROM $5
  RETURNING id`;

/** Stores chats with their keys and entity tables, always scoped by their owner. `WriteTurn` stores their turns. */
@Injectable()
export class ChatsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /**
   * Accepts a prompt into a chat and gives it the next ordinal. A new chat is created with its first turn.
   *
   * @param id if absent, a new chat
   * @param inCase the case of a new chat; an existing chat must be in it
   * @throws AppError `bad_request` if the owner has no such chat
   */
  async open(owner: Owner, id?: string, inCase?: string): Promise<OpenChat> {
    if (id === undefined) {
      const key = this.keys.make(newId());
      return {
        id: key.subjectId,
        ordinal: 1,
        key,
        isNew: true,
        ...(inCase !== undefined && { caseId: inCase }),
      };
    }
    const [row] = await runPrepared<
      KeyColumns & { accepted_turns: number; case_id: string | null; assistant: Buffer | null }
    >(
      this.db,
      statement(
        `UPDATE chats SET accepted_turns = accepted_turns + 1
         WHERE id = $1 AND user_id = $2 AND organization_id = $3
         RETURNING accepted_turns, case_id, assistant, ${this.keys.columnsOf('chats.id')}`,
        [id, owner.userId, owner.organizationId],
      ),
      owner,
    );
    // The key is deleted with the chat, which may be happening now.
    const key = row && this.keys.read(id, row);
    if (!row || !key) throw unknownChat();
    const caseId = row.case_id ?? undefined;
    if (inCase !== undefined && inCase !== caseId)
      throw invalid('case_id', 'must be absent, or the case of the chat: a chat stays in its case');
    return {
      id,
      ordinal: row.accepted_turns,
      key,
      isNew: false,
      ...(caseId !== undefined && { caseId }),
      ...(row.assistant && { assistant: openAssistant(key, row.assistant) }),
    };
  }

  /**
   * Runs `change` on the chat's entity table and stores what it added, under an optimistic lock: if another prompt changed the
   * table meanwhile, `change` runs again on the current table. Each repetition means that another prompt was stored. The
   * table of a new chat is stored with its turn.
   *
   * @param style the style of a new table; another style is refused if the chat already has replacements
   * @param change must be idempotent
   * @throws AppError `bad_request` if the owner has no such chat
   */
  async changeTable<T>(
    owner: Owner,
    chat: OpenChat,
    style: { asked?: ReplacementStyle; usual: ReplacementStyle },
    change: (table: EntityTable) => T | Promise<T>,
  ): Promise<T> {
    const { id, isNew } = chat;
    for (;;) {
      const sealed = isNew ? null : await this.sealedTable(owner, id);
      const stored = openTable(chat, sealed);
      const table = await readTable(stored, style);
      const result = await change(table);
      if (isNew) return result;
      const json = await tableJson(chat, table);
      if (json === stored) return result;
      const values = [id, owner.userId, owner.organizationId, sealTable(chat, json), sealed];
      const changed = await runPrepared(this.db, statement(STORE_TABLE, values), owner);
      if (changed.length > 0) return result;
    }
  }

  /**
   * Returns the current entity table of a chat, for reading only, and its case. Changes to it are not stored.
   *
   * @param id if absent, the table of a new chat
   * @throws AppError `bad_request` if the owner has no such chat
   */
  async table(owner: Owner, id?: string): Promise<{ table: EntityTable; caseId?: string }> {
    if (id === undefined) return { table: EntityTable.create('placeholders') };
    const [row] = await runPrepared<KeyColumns & { entity_table: Buffer | null; case_id: string | null }>(
      this.db,
      statement(
        `SELECT entity_table, case_id, ${this.keys.columnsOf('chats.id')} FROM chats
         WHERE id = $1 AND user_id = $2 AND organization_id = $3`,
        [id, owner.userId, owner.organizationId],
      ),
      owner,
    );
    const key = row && this.keys.read(id, row);
    if (!row || !key) throw unknownChat();
    const inCase = row.case_id === null ? {} : { caseId: row.case_id };
    const stored = openTable({ key, ...inCase }, row.entity_table);
    return { table: await readTable(stored, { usual: 'placeholders' }), ...inCase };
  }

  /** Returns the key of the owner's chat; undefined if there is no such chat, or no longer. */
  async key(owner: Owner, id: string): Promise<DataKey | undefined> {
    const [row] = await runPrepared<KeyColumns>(
      this.db,
      statement(
        `SELECT ${this.keys.columnsOf('chats.id')} FROM chats
         WHERE id = $1 AND user_id = $2 AND organization_id = $3`,
        [id, owner.userId, owner.organizationId],
      ),
      owner,
    );
    return row && this.keys.read(id, row);
  }

  /** Returns the assistant that a chat was started with; undefined if there is none, or no such chat. */
  async assistant(owner: Owner, id: string): Promise<StartedAssistant | undefined> {
    const [row] = await runPrepared<KeyColumns & { assistant: Buffer | null }>(
      this.db,
      statement(
        `SELECT assistant, ${this.keys.columnsOf('chats.id')} FROM chats
         WHERE id = $1 AND user_id = $2 AND organization_id = $3`,
        [id, owner.userId, owner.organizationId],
      ),
      owner,
    );
    const key = row?.assistant && this.keys.read(id, row);
    return row?.assistant && key ? openAssistant(key, row.assistant) : undefined;
  }

  /** Returns all chats by last use, newest first, as `page` does. */
  all(owner: Owner): Promise<UnnamedChat[]> {
    return this.list(owner, (query) => query);
  }

  /**
   * Returns a page of chats: pinned ones, then the others, both by last use, newest first.
   *
   * @returns a chat without a name if it is being deleted and has lost its key
   */
  page(owner: Owner, { after, take }: { after?: ListPosition; take: number }): Promise<UnnamedChat[]> {
    return this.list(owner, (query) => {
      if (after)
        query.andWhere('(chat.pinned, chat.lastUsedAt, chat.id) < (:pinned, :lastUsedAt, :id)', after);
      return query.orderBy('chat.pinned', 'DESC').take(take);
    });
  }

  /** Returns the ids of chats, also of those that cannot be decrypted. */
  async ids(owner: Owner, limit: number): Promise<string[]> {
    const rows = await inScope(this.db, owner, (tx) =>
      tx.find(ChatRow, { select: { id: true }, where: ownedBy(owner), take: limit }),
    );
    return rows.map(({ id }) => id);
  }

  private async list(
    owner: Owner,
    narrow: (query: SelectQueryBuilder<ChatRow>) => SelectQueryBuilder<ChatRow>,
  ): Promise<UnnamedChat[]> {
    return inScope(this.db, owner, async (tx) => {
      const query = tx
        .createQueryBuilder(ChatRow, 'chat')
        .select(['chat.id', 'chat.name', 'chat.createdAt', 'chat.lastUsedAt', 'chat.pinned', 'chat.caseId'])
        .where(ownedBy(owner));
      const rows = await narrow(query)
        .addOrderBy('chat.lastUsedAt', 'DESC')
        .addOrderBy('chat.id', 'DESC')
        .getMany();
      const keys = await this.keys.loadAll(
        tx,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id, name, createdAt, lastUsedAt, pinned, caseId }) => {
        const key = keys.get(id);
        return { id, createdAt, lastUsedAt, pinned, caseId, ...(key && { name: openName(key, name) }) };
      });
    });
  }

  /** Returns the name of the owner's chat; undefined if there is no such chat, or no longer. */
  async name(owner: Owner, id: string): Promise<string | undefined> {
    const [row] = await runPrepared<KeyColumns & { name: Buffer }>(
      this.db,
      statement(
        `SELECT name, ${this.keys.columnsOf('chats.id')} FROM chats
         WHERE id = $1 AND user_id = $2 AND organization_id = $3`,
        [id, owner.userId, owner.organizationId],
      ),
      owner,
    );
    const key = row && this.keys.read(id, row);
    return row && key && openName(key, row.name);
  }

  /**
   * @param before renames the chat only if it has this name
   * @returns whether the chat was renamed
   */
  async rename(owner: Owner, id: string, name: string, before?: string): Promise<boolean> {
    return inScope(this.db, owner, async (tx) => {
      const where = { id, ...ownedBy(owner) };
      const lock = { mode: 'pessimistic_write' } as const;
      const row = await tx.findOne(ChatRow, { select: { id: true, name: true }, where, lock });
      if (!row) return false;
      const key = await this.keys.load(tx, id);
      if (before !== undefined && openName(key, row.name) !== before) return false;
      await tx.update(ChatRow, where, { name: sealName(key, name) });
      return true;
    });
  }

  /** @returns whether the owner has such a chat */
  async pin(owner: Owner, id: string, pinned: boolean): Promise<boolean> {
    const { affected } = await inScope(this.db, owner, (tx) =>
      tx.update(ChatRow, { id, ...ownedBy(owner) }, { pinned }),
    );
    return affected === 1;
  }

  /** Returns chats of all owners that were not used since then, the oldest first, for retention. */
  async unused(since: Date, limit: number): Promise<(Owner & { id: string })[]> {
    const rows = await inScope(this.db, ALL_OWNERS, (tx) =>
      tx.find(ChatRow, {
        select: { id: true, userId: true, organizationId: true },
        where: { lastUsedAt: LessThan(since) },
        order: { lastUsedAt: 'ASC' },
        take: limit,
      }),
    );
    return rows.map(({ id, userId, organizationId }) => ({ id, userId, organizationId }));
  }

  /**
   * Deletes a chat with its turns and its key.
   *
   * @param unusedSince deletes it only if it was not used since then
   * @returns whether the owner had such a chat
   */
  async delete(transaction: Transaction, owner: Owner, id: string, unusedSince?: Date): Promise<boolean> {
    const tx = managerOf(transaction);
    const unused = unusedSince && { lastUsedAt: LessThan(unusedSince) };
    const { affected } = await tx.delete(ChatRow, { id, ...ownedBy(owner), ...unused });
    if (affected === 1) await this.keys.destroy(tx, [id]);
    return affected === 1;
  }

  private async sealedTable(owner: Owner, id: string): Promise<Buffer | null> {
    const [row] = await runPrepared<{ entity_table: Buffer | null }>(
      this.db,
      statement('SELECT entity_table FROM chats WHERE id = $1 AND user_id = $2 AND organization_id = $3', [
        id,
        owner.userId,
        owner.organizationId,
      ]),
      owner,
    );
    if (!row) throw unknownChat();
    return row.entity_table;
  }
}

/** Returns the condition that every query for a user's data has. */
const ownedBy = ({ userId, organizationId }: Owner): Owner => ({ userId, organizationId });

async function readTable(
  stored: string | null,
  { asked, usual }: { asked?: ReplacementStyle; usual: ReplacementStyle },
): Promise<EntityTable> {
  if (stored === null) return EntityTable.create(asked ?? usual);
  const table = await EntityTable.read(stored);
  if (asked && asked !== table.style) throw otherStyle(table.style);
  return table;
}

const otherStyle = (style: ReplacementStyle): AppError =>
  new AppError(
    'style_conflict',
    `This chat already uses ${style}; omit X-Replacements or set it to that style`,
  );
