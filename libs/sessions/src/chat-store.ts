import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, type DataSource, type EntityManager } from 'typeorm';
import { EntityTable, type ReplacementStyle } from '@app/anonymization';
import { AppError, type Owner } from '@app/common';
import { DataKeys, type DataKey } from '@app/crypto';
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

/** Chats at rest, always scoped by their owner. */
@Injectable()
export class ChatStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** Gives a prompt its place in the order. @throws AppError `bad_request` where the owner has no such chat */
  async accept(owner: Owner, id: string): Promise<OpenChat> {
    const { raw } = await this.db
      .createQueryBuilder()
      .update(ChatRow)
      .set({ acceptedTurns: () => 'accepted_turns + 1' })
      .where({ id, ...ownedBy(owner) })
      .returning('accepted_turns')
      .execute();
    const [row] = raw as { accepted_turns: number }[];
    // The key goes with the chat, should it be deleted just now.
    const key = row && (await this.keys.loadAll(this.db.manager, [id])).get(id);
    if (!row || !key) throw unknownChat();
    return { id, ordinal: row.accepted_turns, key };
  }

  /**
   * Lets `change` work on the chat's entity table while nobody else does, and stores what it added.
   * `change` is synchronous: the row stays locked for as long as it takes.
   *
   * @param style of a new table; where the chat has replacements already, another one is refused
   */
  async changeTable<T>(
    owner: Owner,
    { id, key }: OpenChat,
    style: { asked?: ReplacementStyle; usual: ReplacementStyle },
    change: (table: EntityTable) => T,
    also: (tx: EntityManager) => Promise<void>,
  ): Promise<T> {
    return this.db.transaction(async (tx) => {
      const row = await tx.findOne(ChatRow, {
        select: { id: true, entityTable: true },
        where: { id, ...ownedBy(owner) },
        lock: { mode: 'pessimistic_write' },
      });
      if (!row) throw unknownChat();
      const stored = row.entityTable && key.openText(row.entityTable, tablePlace(id));
      const table = stored
        ? EntityTable.fromJSON(JSON.parse(stored))
        : EntityTable.create(style.asked ?? style.usual);
      if (style.asked && style.asked !== table.style) throw otherStyle(table.style);
      const result = change(table);
      const changed = table.entities.length > 0 ? JSON.stringify(table) : null;
      if (changed !== stored)
        await tx.update(ChatRow, { id, ...ownedBy(owner) }, { entityTable: sealTable(changed, id, key) });
      await also(tx);
      return result;
    });
  }

  /**
   * A chat of one turn, in the transaction of that turn.
   *
   * @param made `key`, where it was made before
   * @returns its key
   */
  async create(
    tx: EntityManager,
    owner: Owner,
    { id, prompt, table, ...made }: { id: string; prompt: string; table: EntityTable; key?: DataKey },
  ): Promise<DataKey> {
    const key = made.key ?? this.keys.make(id);
    await this.keys.keep(tx, key);
    await tx.insert(ChatRow, {
      id,
      ...ownedBy(owner),
      name: key.seal(chatName(prompt), namePlace(id)),
      entityTable: sealTable(table.entities.length > 0 ? JSON.stringify(table) : null, id, key),
      acceptedTurns: 1,
    });
    return key;
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

  /** Notes a use, and keeps the chat from being deleted until `tx` ends. @returns whether it is still there */
  async touch(tx: EntityManager, owner: Owner, id: string): Promise<boolean> {
    const { affected } = await tx.update(ChatRow, { id, ...ownedBy(owner) }, { lastUsedAt: () => 'now()' });
    return affected === 1;
  }
}

export const namePlace = (id: string): string => `chats.name:${id}`;
const tablePlace = (id: string): string => `chats.entity_table:${id}`;

const sealTable = (json: string | null, id: string, key: DataKey): Buffer | null =>
  json === null ? null : key.seal(json, tablePlace(id));

const otherStyle = (style: ReplacementStyle): AppError =>
  new AppError('bad_request', `This chat already uses ${style}; leave X-Replacements out or name them`);
