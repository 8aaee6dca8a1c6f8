import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner } from '@app/common';
import type { DataKey } from '@app/crypto';
import { inScope, runPrepared, statement } from '@app/database';
import { firstVersionOf, openTurn, type KeptTurn, type Turn } from './turn';
import { TurnVersionRow } from './turn.entity';

const CONTENT = `id, chat_id, version_of, ordinal, model, document_id, response_type, hidden_types, prompt,
  anonymized_prompt, answer, restored_answer, replacements, findings, context_tokens, created_at`;

/**
 * Returns the parts of a WITH that move the turn `head` of the current branch, with the turns after it, to the branch of
 * `head`.
 *
 * @param chat the parameter of the statement with the id of the chat
 */
export const movedTo = (chat: string): string => `
  moved AS (
    DELETE FROM turns WHERE chat_id = ${chat} AND ordinal >= (SELECT ordinal FROM head) RETURNING ${CONTENT}
  ), stored AS (
    INSERT INTO turn_versions (branch, ${CONTENT}) SELECT (SELECT id FROM head), ${CONTENT} FROM moved
  )`;

const LOCK = 'SELECT id FROM chats WHERE id = $1 AND user_id = $2 AND organization_id = $3 FOR UPDATE';
/** Moves the version in the current branch that `$2` replaces. */
const MOVE_CURRENT = `
  WITH head AS (
    SELECT id, ordinal FROM turns WHERE chat_id = $1 AND coalesce(version_of, id) = (
      SELECT coalesce(version_of, id) FROM turn_versions WHERE chat_id = $1 AND id = $2 AND branch = $2
    )
  ), ${movedTo('$1')}
  SELECT id FROM head`;
const MOVE_BACK = `
  WITH moved AS (DELETE FROM turn_versions WHERE chat_id = $1 AND branch = $2 RETURNING ${CONTENT})
  INSERT INTO turns (${CONTENT}) SELECT ${CONTENT} FROM moved`;
const VERSIONS = `
  SELECT id, coalesce(version_of, id) AS first FROM turn_versions
  WHERE chat_id = (SELECT id FROM chats WHERE id = $1 AND user_id = $2 AND organization_id = $3)
    AND branch = id AND coalesce(version_of, id) = ANY($4::uuid[])
  ORDER BY id`;

/**
 * Stores the branches of a chat that are not current, always scoped by their chat's owner. A branch is a version of a turn
 * and the turns after it.
 */
@Injectable()
export class TurnVersionsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns the ids of all versions of each turn of the current branch, the oldest first. */
  async of(owner: Owner, chatId: string, turns: readonly Turn[]): Promise<string[][]> {
    if (turns.length === 0) return [];
    const firsts = turns.map(firstVersionOf);
    const others = await runPrepared<{ id: string; first: string }>(
      this.db,
      statement(VERSIONS, [chatId, owner.userId, owner.organizationId, firsts]),
      owner,
    );
    return turns.map((turn, i) =>
      // Ids are ordered by time.
      [turn.id, ...others.filter(({ first }) => first === firsts[i]).map(({ id }) => id)].sort(),
    );
  }

  /**
   * Makes the branch of a version current.
   *
   * @returns false if the owner has no such chat, or no turn of its current branch has this other version
   */
  async choose(owner: Owner, chatId: string, versionId: string): Promise<boolean> {
    return inScope(this.db, owner, async (tx) => {
      const own = await tx.query<unknown[]>(LOCK, [chatId, owner.userId, owner.organizationId]);
      if (own.length === 0) return false;
      const moved = await tx.query<unknown[]>(MOVE_CURRENT, [chatId, versionId]);
      if (moved.length > 0) await tx.query(MOVE_BACK, [chatId, versionId]);
      return moved.length > 0;
    });
  }

  /** Returns a page of the turns of all branches that are not current, newest first. */
  async page(
    owner: Owner,
    chatId: string,
    key: DataKey,
    page: { before?: string; limit: number },
  ): Promise<KeptTurn[]> {
    const rows = await inScope(this.db, owner, (tx) =>
      tx
        .createQueryBuilder(TurnVersionRow, 'turn')
        .where(
          'turn.chatId = (SELECT id FROM chats WHERE id = :chatId AND user_id = :userId AND organization_id = :organizationId)',
          { chatId, ...owner },
        )
        .andWhere(page.before === undefined ? 'true' : 'turn.id < :before', page)
        .orderBy('turn.id', 'DESC')
        .take(page.limit)
        .getMany(),
    );
    return rows.map((row) => openTurn(row, key));
  }
}
