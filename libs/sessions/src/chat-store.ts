import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, type DataSource, type EntityManager } from 'typeorm';
import {
  EntityTable,
  readTableInSlices,
  writeTableInSlices,
  type ReplacementStyle,
} from '@app/anonymization';
import { AppError, type Owner } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { runPrepared, statement, type Statement } from '@app/database';
import { ChatRow } from './chat.entity';
import { chatName } from './chat-name';
import { ownedBy } from './owned-by';
import { unknownChat } from './unknown-chat';

/** A chat that a prompt was accepted into. */
export interface OpenChat {
  id: string;
  /** The prompt's place in the order of acceptance, from 1. */
  ordinal: number;
  key: DataKey;
}

/** Where a chat stands in the order of use. */
export type ChatPlace = Pick<ChatRow, 'lastUsedAt' | 'id'>;

interface TableRow {
  entity_table: Buffer | null;
}

const TABLE = 'SELECT entity_table FROM chats WHERE id = $1 AND user_id = $2 AND organization_id = $3';
const STORE_TABLE =
  'UPDATE chats SET entity_table = $4 WHERE id = $1 AND user_id = $2 AND organization_id = $3';
/** No two ciphertexts are alike. */
const IF_UNCHANGED = 'AND entity_table IS NOT DISTINCT FROM $5 RETURNING id';

/** Chats at rest, always scoped by their owner. */
@Injectable()
export class ChatStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** Gives a prompt its place in the order. @throws AppError `bad_request` where the owner has no such chat */
  async accept(owner: Owner, id: string): Promise<OpenChat> {
    const [row] = await runPrepared<KeyColumns & { accepted_turns: number }>(
      this.db,
      statement(
        `UPDATE chats SET accepted_turns = accepted_turns + 1
         WHERE id = $1 AND user_id = $2 AND organization_id = $3
         RETURNING accepted_turns, ${this.keys.columnsOf('chats.id')}`,
        [id, owner.userId, owner.organizationId],
      ),
    );
    // The key goes with the chat, should it be deleted just now.
    const key = row && this.keys.read(id, row);
    if (!row || !key) throw unknownChat();
    return { id, ordinal: row.accepted_turns, key };
  }

  /**
   * Lets `change` work on the chat's entity table and stores what it added, as if nobody else were there: where
   * somebody was, `change` is made once more on the table that he left, and holds the row meanwhile.
   *
   * @param change made twice, it must not mind
   * @param style of a new table; where the chat has replacements already, another one is refused
   * @param also written with it, both or neither
   */
  async changeTable<T>(
    owner: Owner,
    { id, key }: OpenChat,
    style: { asked?: ReplacementStyle; usual: ReplacementStyle },
    change: (table: EntityTable) => T | Promise<T>,
    also?: (tx: EntityManager) => Promise<void>,
  ): Promise<T> {
    const where = [id, owner.userId, owner.organizationId];
    const changed = async ({ entity_table: sealed }: TableRow) => {
      const stored = sealed && key.openText(sealed, tablePlace(id));
      const table = await readTable(stored, style);
      const result = await change(table);
      const json = await tableJson(table);
      return {
        result,
        table: json === stored ? undefined : { before: sealed, after: sealTable(json, id, key) },
      };
    };
    if (!also) {
      const [row] = await runPrepared<TableRow>(this.db, statement(TABLE, where));
      if (!row) throw unknownChat();
      const { result, table } = await changed(row);
      if (!table) return result;
      const values = [...where, table.after, table.before];
      const stored = await runPrepared(this.db, statement(`${STORE_TABLE} ${IF_UNCHANGED}`, values));
      if (stored.length > 0) return result;
    }
    return this.db.transaction(async (tx) => {
      const [row] = await tx.query<TableRow[]>(`${TABLE} FOR UPDATE`, where);
      if (!row) throw unknownChat();
      const { result, table } = await changed(row);
      if (table) await tx.query(STORE_TABLE, [...where, table.after]);
      await also?.(tx);
      return result;
    });
  }

  /** A chat of one turn with its key, as parts of the statement of that turn: `chat` returns it. */
  async creation(
    owner: Owner,
    { key, prompt, table }: { key: DataKey; prompt: string; table: EntityTable },
  ): Promise<Record<string, Statement>> {
    const id = key.subjectId;
    const chat = statement(
      `INSERT INTO chats (id, user_id, organization_id, name, entity_table, accepted_turns)
       VALUES ($1, $2, $3, $4, $5, 1) RETURNING id, user_id, organization_id`,
      [
        id,
        owner.userId,
        owner.organizationId,
        key.seal(chatName(prompt), namePlace(id)),
        sealTable(await tableJson(table), id, key),
      ],
    );
    return { ...this.keys.keeping(key), chat };
  }

  /** The key of the owner's chat; undefined where there is no such chat, or no longer. */
  async key(owner: Owner, id: string): Promise<DataKey | undefined> {
    if (!(await this.db.manager.existsBy(ChatRow, { id, ...ownedBy(owner) }))) return undefined;
    return (await this.keys.loadAll(this.db.manager, [id])).get(id);
  }

  /** By last use, newest first. */
  async page(owner: Owner, { after, take }: { after?: ChatPlace; take?: number }): Promise<ChatRow[]> {
    const query = this.db.manager
      .createQueryBuilder(ChatRow, 'chat')
      .select(['chat.id', 'chat.name', 'chat.createdAt', 'chat.lastUsedAt'])
      .where(ownedBy(owner))
      .orderBy('chat.lastUsedAt', 'DESC')
      .addOrderBy('chat.id', 'DESC');
    if (after) query.andWhere('(chat.lastUsedAt, chat.id) < (:lastUsedAt, :id)', after);
    if (take !== undefined) query.take(take);
    return query.getMany();
  }

  /** @returns whether the owner has such a chat */
  async rename(owner: Owner, id: string, name: string): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const where = { id, ...ownedBy(owner) };
      const lock = { mode: 'pessimistic_write' } as const;
      if (!(await tx.findOne(ChatRow, { select: { id: true }, where, lock }))) return false;
      const key = await this.keys.load(tx, id);
      await tx.update(ChatRow, where, { name: key.seal(name, namePlace(id)) });
      return true;
    });
  }

  /** Chats that nobody used since then, whoever's, the oldest first: for retention. */
  async unused(since: Date, limit: number): Promise<(Owner & { id: string })[]> {
    const rows = await this.db.manager.find(ChatRow, {
      select: { id: true, userId: true, organizationId: true },
      where: { lastUsedAt: LessThan(since) },
      order: { lastUsedAt: 'ASC' },
      take: limit,
    });
    return rows.map(({ id, userId, organizationId }) => ({ id, userId, organizationId }));
  }

  /**
   * With its turns and its key.
   *
   * @param unusedSince only if nobody used it since then
   * @returns whether the owner had such a chat
   */
  async delete(tx: EntityManager, owner: Owner, id: string, unusedSince?: Date): Promise<boolean> {
    const unused = unusedSince && { lastUsedAt: LessThan(unusedSince) };
    const { affected } = await tx.delete(ChatRow, { id, ...ownedBy(owner), ...unused });
    if (affected === 1) await this.keys.destroy(tx, [id]);
    return affected === 1;
  }

  /** A use of a chat, as a part of the statement of a turn: `chat` returns it, where it is still there. */
  use(owner: Owner, id: string): Record<string, Statement> {
    const chat = statement(
      `UPDATE chats SET last_used_at = now() WHERE id = $1 AND user_id = $2 AND organization_id = $3
       RETURNING id, user_id, organization_id`,
      [id, owner.userId, owner.organizationId],
    );
    return { chat };
  }
}

export const namePlace = (id: string): string => `chats.name:${id}`;
const tablePlace = (id: string): string => `chats.entity_table:${id}`;

async function readTable(
  stored: string | null,
  { asked, usual }: { asked?: ReplacementStyle; usual: ReplacementStyle },
): Promise<EntityTable> {
  if (stored === null) return EntityTable.create(asked ?? usual);
  const table = await readTableInSlices(stored);
  if (asked && asked !== table.style) throw otherStyle(table.style);
  return table;
}

/** Nothing is stored of a table that knows nobody. */
const tableJson = async (table: EntityTable): Promise<string | null> =>
  table.entities.length > 0 ? writeTableInSlices(table) : null;

const sealTable = (json: string | null, id: string, key: DataKey): Buffer | null =>
  json === null ? null : key.seal(json, tablePlace(id));

const otherStyle = (style: ReplacementStyle): AppError =>
  new AppError('bad_request', `This chat already uses ${style}; leave X-Replacements out or name them`);
