import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, Raw, type DataSource, type FindOperator } from 'typeorm';
import type { Replacement } from '@app/anonymization';
import { ALL_OWNERS, type Caller, type Owner, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { asOne, inScope, managerOf, runPrepared, statement, type Statement } from '@app/database';
import { UsageStore, type UsageInput } from '@app/usage';
import type { OpenChat, SealedChat } from './chat';
import { openReplacements, openTurn, sealFindings, type KeptTurn, type SealedTurn, type Turn } from './turn';
import { TurnRow } from './turn.entity';

/** Those turns before turn `$2` that begin within the newest `$3` tokens. */
const RECENT = `
  SELECT id, ordinal, model, document_id AS "documentId", response_type AS "responseType",
    hidden_types AS "hiddenTypes", prompt, anonymized_prompt AS "anonymizedPrompt", answer,
    restored_answer AS "restoredAnswer", replacements, findings, context_tokens AS "contextTokens",
    created_at AS "createdAt"
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

/** What is written of a turn at once. */
export interface WrittenTurn {
  chat: OpenChat;
  /** For a new chat. */
  newChat?: SealedChat;
  turn: SealedTurn;
  /** What was hidden in the call that made the answer, how it was protected, how it ended, and what it cost. */
  call: Pick<UsageInput, 'hidden' | 'protection' | 'cutShort' | 'cost'>;
}

export interface TurnPage {
  before?: number;
  limit?: number;
}

export interface TurnCount {
  /** Images included. */
  turns: number;
  images: number;
}

/** Turns at rest, always scoped by their chat's owner. Chats themselves are in `ChatsStore`. */
@Injectable()
export class TurnsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly usage: UsageStore,
  ) {}

  /**
   * Writes a turn, its chat, its document and what tells of its call in one statement, and so in one round trip: all of
   * it, or where the chat was deleted meanwhile the call alone.
   *
   * @param transaction absent: one of its own
   * @returns whether the turn was written
   */
  async write(owner: Caller, written: WrittenTurn, transaction?: Transaction): Promise<boolean> {
    const { chat, newChat, turn, call } = written;
    const whole = asOne(
      {
        ...(newChat
          ? { ...this.keys.keeping(chat.key), chat: chatMade(owner, chat, newChat) }
          : { chat: chatUsed(owner, chat) }),
        ...this.usage.recording({ owner, model: turn.model, ...call }),
        ...(turn.documentId && { attached: documentAttached(owner, turn.documentId) }),
        added: turnAdded(owner, chat, turn),
      },
      // Not what the turn's own row returns: row-level security reads it again, and would not see a new chat yet.
      statement('SELECT id FROM chat', []),
    );
    const rows = transaction
      ? await managerOf(transaction).query<object[]>(whole.text, [...whole.values])
      : await runPrepared(this.db, whole, owner);
    return rows.length > 0;
  }

  /** The complete turns before `chat.ordinal` that about fit into `tokens`, oldest first. */
  async recent(owner: Owner, { id, ordinal, key }: OpenChat, tokens: number): Promise<KeptTurn[]> {
    const rows = await runPrepared<TurnRow>(
      this.db,
      statement(RECENT, [id, ordinal, tokens, owner.userId, owner.organizationId]),
      owner,
    );
    return rows.map((row) => openTurn(row, key));
  }

  /** A page of turns, newest first, from before turn `before`. */
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

  /** The replacements of each turn of a chat, oldest first. */
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

  async count(transaction: Transaction, owner: Owner, chatId: string): Promise<TurnCount> {
    const tx = managerOf(transaction);
    const where = { chatId: ownChat(chatId, owner) };
    const turns = await tx.countBy(TurnRow, where);
    return { turns, images: await tx.countBy(TurnRow, { ...where, responseType: 'image' }) };
  }

  /** The key of the chat that an image is in, whoever's: for links that are themselves the right to it. */
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

  /** Keeps what was detected later, so that nobody has to look again. */
  async noteFindings(
    transaction: Transaction,
    owner: Owner,
    { id, key }: OpenChat,
    turns: readonly Turn[],
  ): Promise<void> {
    const tx = managerOf(transaction);
    const chatId = ownChat(id, owner);
    for (const turn of turns)
      await tx.update(TurnRow, { id: turn.id, chatId }, { findings: sealFindings(turn, key) });
  }
}

/** The condition on a `chat_id` column that it is this chat, and that the chat is this owner's. */
const ownChat = (chatId: string, { userId, organizationId }: Owner): FindOperator<string> =>
  Raw(
    (column) =>
      `${column} = (SELECT id FROM chats
         WHERE id = :chatId AND user_id = :userId AND organization_id = :organizationId)`,
    { chatId, userId, organizationId },
  );

// The parts of the statement of `write`. Those that follow read the chat from the part `chat`, where there is one.

const chatMade = (owner: Owner, { id }: OpenChat, { name, entityTable }: SealedChat): Statement =>
  statement(
    `INSERT INTO chats (id, user_id, organization_id, name, entity_table, accepted_turns)
     VALUES ($1, $2, $3, $4, $5, 1) RETURNING id, user_id, organization_id`,
    [id, owner.userId, owner.organizationId, name, entityTable],
  );

const chatUsed = (owner: Owner, { id }: OpenChat): Statement =>
  statement(
    `UPDATE chats SET last_used_at = now() WHERE id = $1 AND user_id = $2 AND organization_id = $3
     RETURNING id, user_id, organization_id`,
    [id, owner.userId, owner.organizationId],
  );

/** One that was deleted meanwhile is not attached. */
const documentAttached = (owner: Owner, documentId: string): Statement =>
  statement(
    `INSERT INTO chat_documents (chat_id, document_id)
     SELECT chat.id, documents.id FROM chat, documents
     WHERE documents.id = $1 AND documents.user_id = $2 AND documents.organization_id = $3
     FOR KEY SHARE OF documents
     ON CONFLICT DO NOTHING`,
    [documentId, owner.userId, owner.organizationId],
  );

const turnAdded = (owner: Owner, { ordinal }: OpenChat, turn: SealedTurn): Statement =>
  statement(
    `INSERT INTO turns (id, chat_id, ordinal, model, document_id, response_type, hidden_types, context_tokens,
       prompt, anonymized_prompt, answer, restored_answer, replacements, findings)
     SELECT $1::uuid, chat.id, $2::int, $3::text, $4::uuid, $5::text, $6::text[], $7::int,
       $8::bytea, $9::bytea, $10::bytea, $11::bytea, $12::bytea, $13::bytea
     FROM chat WHERE chat.user_id = $14 AND chat.organization_id = $15`,
    [
      turn.id,
      ordinal,
      turn.model,
      turn.documentId,
      turn.responseType,
      turn.hiddenTypes,
      turn.contextTokens,
      turn.prompt,
      turn.anonymizedPrompt,
      turn.answer,
      turn.restoredAnswer,
      turn.replacements,
      turn.findings,
      owner.userId,
      owner.organizationId,
    ],
  );
