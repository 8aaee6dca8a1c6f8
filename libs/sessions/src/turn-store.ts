import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, type DataSource, type EntityManager } from 'typeorm';
import type { Replacement } from '@app/anonymization';
import type { Owner } from '@app/common';
import type { DataKey } from '@app/crypto';
import { runPrepared, statement, type Statement } from '@app/database';
import type { OpenChat } from './chat-store';
import { ownChat } from './own-chat';
import {
  openReplacements,
  openTurn,
  sealAnswer,
  sealFindings,
  sealQuestion,
  type KeptTurn,
  type NewTurn,
  type SealedQuestion,
  type Turn,
} from './turn';
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

export interface TurnPage {
  before?: number;
  limit?: number;
}

export interface TurnCount {
  /** Images included. */
  turns: number;
  images: number;
}

/** Turns at rest, always scoped by the chat's owner. */
@Injectable()
export class TurnStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** The complete turns before `chat.ordinal` that about fit into `tokens`, oldest first. */
  async recent(owner: Owner, { id, ordinal, key }: OpenChat, tokens: number): Promise<KeptTurn[]> {
    const rows = await runPrepared<TurnRow>(
      this.db,
      statement(RECENT, [id, ordinal, tokens, owner.userId, owner.organizationId]),
    );
    return rows.map((row) => openTurn(row, key));
  }

  /** A page of turns, newest first, from before turn `before`. */
  async page(owner: Owner, chatId: string, key: DataKey, { before, limit }: TurnPage): Promise<KeptTurn[]> {
    const rows = await this.db.manager.find(TurnRow, {
      where: { chatId: ownChat(chatId, owner), ...(before !== undefined && { ordinal: LessThan(before) }) },
      order: { ordinal: 'DESC' },
      ...(limit !== undefined && { take: limit }),
    });
    return rows.map((row) => openTurn(row, key));
  }

  /** The replacements of each turn of a chat, oldest first. */
  async replacements(owner: Owner, chatId: string, key: DataKey): Promise<Replacement[][]> {
    const rows = await this.db.manager.find(TurnRow, {
      select: { id: true, replacements: true },
      where: { chatId: ownChat(chatId, owner) },
      order: { ordinal: 'ASC' },
    });
    return rows.map((row) => openReplacements(row, key));
  }

  async count(tx: EntityManager, owner: Owner, chatId: string): Promise<TurnCount> {
    const where = { chatId: ownChat(chatId, owner) };
    const turns = await tx.countBy(TurnRow, where);
    return { turns, images: await tx.countBy(TurnRow, { ...where, responseType: 'image' }) };
  }

  /**
   * A turn of a chat, as the last part of a statement whose part `chat` returns that chat with its owner; it returns
   * the turn, where the chat is there and the owner's.
   *
   * @param question where it was sealed before
   */
  addition(owner: Owner, { ordinal, key }: OpenChat, turn: NewTurn, question?: SealedQuestion): Statement {
    const { prompt, anonymizedPrompt } = question ?? sealQuestion(turn, key);
    const { answer, restoredAnswer, replacements, findings } = sealAnswer(turn, key);
    const { id, model, documentId, responseType, hiddenTypes, contextTokens } = turn;
    return statement(
      `INSERT INTO turns (id, chat_id, ordinal, model, document_id, response_type, hidden_types, context_tokens,
         prompt, anonymized_prompt, answer, restored_answer, replacements, findings)
       SELECT $1::uuid, chat.id, $2::int, $3::text, $4::uuid, $5::text, $6::text[], $7::int,
         $8::bytea, $9::bytea, $10::bytea, $11::bytea, $12::bytea, $13::bytea
       FROM chat WHERE chat.user_id = $14 AND chat.organization_id = $15
       RETURNING id`,
      [
        id,
        ordinal,
        model,
        documentId,
        responseType,
        hiddenTypes,
        contextTokens,
        prompt,
        anonymizedPrompt,
        answer,
        restoredAnswer,
        replacements,
        findings,
        owner.userId,
        owner.organizationId,
      ],
    );
  }

  /** The chat that an image is in, whoever's: for links that are themselves the right to it. */
  async chatOfImage(imageId: string): Promise<string | undefined> {
    const turn = await this.db.manager.findOne(TurnRow, {
      select: { id: true, chatId: true },
      where: { id: imageId, responseType: 'image' },
    });
    return turn?.chatId;
  }

  /** Keeps what was detected later, so that nobody has to look again. */
  async noteFindings(
    tx: EntityManager,
    owner: Owner,
    { id, key }: OpenChat,
    turns: readonly Turn[],
  ): Promise<void> {
    const chatId = ownChat(id, owner);
    for (const turn of turns)
      await tx.update(TurnRow, { id: turn.id, chatId }, { findings: sealFindings(turn, key) });
  }
}
