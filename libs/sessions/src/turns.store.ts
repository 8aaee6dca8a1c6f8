import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, LessThan, Raw, type DataSource, type FindOperator } from 'typeorm';
import type { Replacement } from '@app/anonymization';
import { ALL_OWNERS, type Owner, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { inScope, managerOf, runPrepared, statement } from '@app/database';
import { openName, type OpenChat } from './chat';
import { openReplacements, openSentPrompt, openTexts, openTurn, type KeptTurn } from './turn';
import { TurnRow, TurnVersionRow } from './turn.entity';

/** The turns before turn `$2` that begin within the newest `$3` tokens. */
const RECENT = `
  SELECT id, ordinal, model, document_id AS "documentId", response_type AS "responseType",
    hidden_types AS "hiddenTypes", prompt, anonymized_prompt AS "anonymizedPrompt", answer,
    restored_answer AS "restoredAnswer", replacements, findings, context_tokens AS "contextTokens",
    created_at AS "createdAt", version_of AS "versionOf"
  FROM turns
  WHERE chat_id = (SELECT id FROM chats WHERE id = $1 AND user_id = $4 AND organization_id = $5)
    AND ordinal < $2
    AND ordinal >= (
      SELECT min(ordinal)
      FROM (
        SELECT ordinal, sum(context_tokens) OVER (ORDER BY ordinal DESC) - context_tokens AS newer_tokens
        FROM turns WHERE chat_id = $1 AND ordinal < $2
      ) AS newest
      WHERE newer_tokens < $3
    )
  ORDER BY ordinal`;

/** The turns of a user's chats, the last used chat and its newest turn first, after position `$3`, `$4`, `$5`. */
const SEARCHED = `
  SELECT chats.id AS "chatId", chats.name, chats.case_id AS "caseId", chats.last_used_at AS "lastUsedAt", turns.id, turns.ordinal, turns.prompt,
    turns.restored_answer AS "restoredAnswer", turns.response_type AS "responseType", turns.created_at AS "createdAt"
  FROM chats JOIN turns ON turns.chat_id = chats.id
  WHERE chats.user_id = $1 AND chats.organization_id = $2
    AND ($3::timestamptz IS NULL OR (chats.last_used_at, chats.id, turns.ordinal) < ($3, $4::uuid, $5::integer))
  ORDER BY chats.last_used_at DESC, chats.id DESC, turns.ordinal DESC
  LIMIT $6`;

/** A position in the order of a search. */
export interface TextPosition {
  lastUsedAt: Date;
  chatId: string;
  ordinal: number;
}

/** A turn with its sealed texts. */
export interface SearchedTurn extends TextPosition {
  caseId: string | null;
  createdAt: Date;
  /** Returns undefined if the chat is being deleted and has lost its key. The answer of an image is empty. */
  open: () => { name: string; prompt: string; answer: string } | undefined;
}

export interface TurnPage {
  before?: number;
  limit?: number;
}

export interface TurnCount {
  /** Including images. */
  turns: number;
  images: number;
}

/** Reads turns, always scoped by their chat's owner. `WriteTurn` stores them, and `ChatsStore` the chats. */
@Injectable()
export class TurnsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** Returns the complete turns before `chat.ordinal` that approximately fit into `tokens`, oldest first. */
  async recent(owner: Owner, { id, ordinal, key }: OpenChat, tokens: number): Promise<KeptTurn[]> {
    const rows = await runPrepared<TurnRow>(
      this.db,
      statement(RECENT, [id, ordinal, tokens, owner.userId, owner.organizationId]),
      owner,
    );
    return rows.map((row) => openTurn(row, key));
  }

  /** Returns a page of turns before turn `before`, newest first. */
  async page(owner: Owner, chatId: string, key: DataKey, { before, limit }: TurnPage): Promise<KeptTurn[]> {
    const rows = await inScope(this.db, owner, (tx) =>
      tx.find(TurnRow, {
        where: { chatId: ownChat(chatId, owner), ...(before !== undefined && { ordinal: LessThan(before) }) },
        order: { ordinal: 'DESC' },
        ...(limit !== undefined && { take: limit }),
      }),
    );
    return rows.map((row) => openTurn(row, key));
  }

  /** Returns a turn of the current branch; undefined if it has no such turn. */
  async one(owner: Owner, chatId: string, key: DataKey, id: string): Promise<KeptTurn | undefined> {
    const row = await inScope(this.db, owner, (tx) =>
      tx.findOne(TurnRow, { where: { id, chatId: ownChat(chatId, owner) } }),
    );
    return row ? openTurn(row, key) : undefined;
  }

  /** Returns turns of any branch of a chat, in the order of these ids. */
  async byIds(owner: Owner, chatId: string, key: DataKey, ids: readonly string[]): Promise<KeptTurn[]> {
    const where = { id: In([...ids]), chatId: ownChat(chatId, owner) };
    const rows = await inScope(this.db, owner, async (tx) => [
      ...(await tx.find(TurnRow, { where })),
      ...(await tx.find(TurnVersionRow, { where })),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [openTurn(row, key)] : [];
    });
  }

  /** Returns the replacements of each turn of a chat, oldest first. */
  async replacements(owner: Owner, chatId: string, key: DataKey): Promise<Replacement[][]> {
    const rows = await inScope(this.db, owner, (tx) =>
      tx.find(TurnRow, {
        select: { id: true, replacements: true },
        where: { chatId: ownChat(chatId, owner) },
        order: { ordinal: 'ASC' },
      }),
    );
    return rows.map((row) => openReplacements(row, key));
  }

  /** Returns the prompts of the newest turns of a chat, as they were sent. */
  async sentPrompts(owner: Owner, chatId: string, key: DataKey, limit: number): Promise<string[]> {
    const rows = await inScope(this.db, owner, (tx) =>
      tx.find(TurnRow, {
        select: { id: true, anonymizedPrompt: true },
        where: { chatId: ownChat(chatId, owner) },
        order: { ordinal: 'DESC' },
        take: limit,
      }),
    );
    return rows.map((row) => openSentPrompt(row, key));
  }

  /** Returns turns of all chats of the owner in the order of a search, to be opened one after another. */
  async searched(
    owner: Owner,
    { after, limit }: { after: TextPosition | undefined; limit: number },
  ): Promise<SearchedTurn[]> {
    return inScope(this.db, owner, async (tx) => {
      const rows = await tx.query<(Sealed & Omit<SearchedTurn, 'open'>)[]>(SEARCHED, [
        owner.userId,
        owner.organizationId,
        after?.lastUsedAt ?? null,
        after?.chatId ?? null,
        after?.ordinal ?? null,
        limit,
      ]);
      const keys = await this.keys.loadAll(tx, [...new Set(rows.map(({ chatId }) => chatId))]);
      return rows.map(({ name, id, prompt, restoredAnswer, responseType, ...position }) => ({
        ...position,
        open: () => {
          const key = keys.get(position.chatId);
          return (
            key && {
              name: openName(key, name),
              ...openTexts({ id, prompt, restoredAnswer, responseType }, key),
            }
          );
        },
      }));
    });
  }

  /** Counts the turns of a chat in all its branches. */
  async count(transaction: Transaction, owner: Owner, chatId: string): Promise<TurnCount> {
    const tx = managerOf(transaction);
    const where = { chatId: ownChat(chatId, owner) };
    const images = { ...where, responseType: 'image' as const };
    return {
      turns: (await tx.countBy(TurnRow, where)) + (await tx.countBy(TurnVersionRow, where)),
      images: (await tx.countBy(TurnRow, images)) + (await tx.countBy(TurnVersionRow, images)),
    };
  }

  /** Returns the key of an image's chat, without a check of the owner: the signed link is the authorization. */
  async keyOfImage(imageId: string): Promise<DataKey | undefined> {
    const [row] = await runPrepared<KeyColumns & { chat_id: string }>(
      this.db,
      statement(
        `SELECT chat_id, ${this.keys.columnsOf('turns.chat_id')} FROM turns
         WHERE id = $1 AND response_type = 'image'`,
        [imageId],
      ),
      ALL_OWNERS,
    );
    return row && this.keys.read(row.chat_id, row);
  }
}

type Sealed = Pick<TurnRow, 'id' | 'prompt' | 'restoredAnswer' | 'responseType'> & { name: Buffer };

/** Returns the condition that a `chat_id` column names this chat, and that the owner has it. */
export const ownChat = (chatId: string, { userId, organizationId }: Owner): FindOperator<string> =>
  Raw(
    (column) =>
      `${column} = (SELECT id FROM chats
         WHERE id = :chatId AND user_id = :userId AND organization_id = :organizationId)`,
    { chatId, userId, organizationId },
  );
