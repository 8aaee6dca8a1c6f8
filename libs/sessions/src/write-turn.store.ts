import { Injectable } from '@nestjs/common';
import type { EntityTable } from '@app/anonymization';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { EndedCallsStore, type EndedCall } from '@app/budgets';
import { inStage, newId, type Caller, type Owner, type Transaction } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { managerOf, runIn, runTogether, statement, type Statement } from '@app/database';
import { attaching } from '@app/documents';
import { countMessageTokens } from '@app/llm';
import { correctionsOf, type CorrectionAction, SuggestionsStore } from './suggestions/suggestions.store';
import { sealChat, type OpenChat, type SealedChat } from './chat';
import {
  attachedBy,
  sealAnswer,
  sealFindings,
  sealQuestion,
  type SealedQuestion,
  type SealedTurn,
  type Turn,
} from './turn';
import { movedTo } from './turn-versions.store';

/** The parts of a turn that exist before its answer. */
export interface TurnDraft {
  turnId: string;
  chat: OpenChat;
  table: EntityTable;
  /** The revision of `table` when `newChat` was sealed. */
  revision: number;
  newChat: SealedChat | undefined;
  prompt: string;
  question: SealedQuestion;
  promptTokens: number;
}

/** The parts of a turn that depend on the answer. */
export type TurnAnswer = Omit<Turn, 'id' | 'ordinal' | 'prompt' | 'anonymizedPrompt' | 'contextTokens'> &
  Pick<WrittenTurn, 'call'> & {
    /** The values that the user kept and hid in this request. */
    corrections?: Partial<Record<CorrectionAction, readonly string[]>>;
  };

/** The data that is written with a turn in one transaction. */
interface WrittenTurn {
  chat: OpenChat;
  /** Present for a new chat. */
  newChat?: SealedChat;
  turn: SealedTurn;
  /** The documents that the turn attached. */
  attached: readonly string[];
  /** Statements that record what the user corrected in the chat. */
  corrections: readonly Statement[];
  /** The call that made the answer. */
  call: Omit<EndedCall, 'owner' | 'model'>;
}

/** Stores turns, and the chat with its first turn. It has two steps, because models may take long. */
@Injectable()
export class WriteTurn {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly calls: EndedCallsStore,
    private readonly suggestions: SuggestionsStore,
  ) {}

  /** @param table the chat's current table */
  async begin(
    chat: OpenChat,
    table: EntityTable,
    { prompt, anonymizedPrompt }: Pick<Turn, 'prompt' | 'anonymizedPrompt'>,
  ): Promise<TurnDraft> {
    const turnId = newId();
    return {
      turnId,
      chat,
      table,
      revision: table.revision,
      newChat: await sealNew(chat, prompt, table),
      prompt,
      question: sealQuestion({ id: turnId, prompt, anonymizedPrompt }, chat.key),
      promptTokens: await countMessageTokens(anonymizedPrompt),
    };
  }

  /**
   * @param tx if absent, a new transaction
   * @returns false if the chat was deleted meanwhile, or its current branch has no version of the turn `versionOf` any
   *   longer; then only the call and its cost are stored
   */
  async finish(
    owner: Caller,
    draft: TurnDraft,
    { call, corrections = {}, ...answer }: TurnAnswer,
    tx?: Transaction,
  ): Promise<boolean> {
    const { turnId: id, chat, table, prompt, question, promptTokens } = draft;
    // Seals the chat again if the answer changed the table.
    const newChat = draft.revision === table.revision ? draft.newChat : await sealNew(chat, prompt, table);
    const { model, documentId, responseType, hiddenTypes, versionOf } = answer;
    const turn = {
      id,
      model,
      documentId,
      responseType,
      hiddenTypes,
      contextTokens: promptTokens + (await countMessageTokens(answer.answer)),
      ...question,
      ...sealAnswer({ id, ...answer }, chat.key),
      ...(versionOf !== undefined && { versionOf }),
    };
    return inStage('store', async () => {
      const written = {
        chat,
        turn,
        attached: attachedBy(answer),
        corrections: await this.suggestions.recording(owner, chat.id, correctionsOf(corrections)),
        call,
        ...(newChat && { newChat }),
      };
      return this.write(owner, written, tx);
    });
  }

  /** Stores spans that were detected later, so that they are not searched for again. */
  async noteFindings(owner: Owner, chat: OpenChat, turns: readonly Turn[]): Promise<void> {
    if (turns.length === 0) return;
    const statements = turns.map((turn) => findingsNoted(owner, chat, turn));
    await runTogether(this.db, [{ scope: owner, statements }]);
  }

  /**
   * Writes a turn, its chat, its document and the record of its call together, in one round trip. If the chat was deleted
   * meanwhile, it writes only the record of the call.
   *
   * @param transaction if absent, a new one
   * @returns whether the turn was written
   */
  private async write(owner: Caller, written: WrittenTurn, transaction?: Transaction): Promise<boolean> {
    const { chat, newChat, turn, attached, corrections, call } = written;
    const statements = [
      ...(newChat ? [this.keys.storing(chat.key), chatMade(owner, chat, newChat)] : [chatUsed(owner, chat)]),
      ...this.calls.recording({ ...call, owner, model: turn.model }),
      ...attached.map((id) => attaching(owner, chat.id, id)),
      ...corrections,
      turnAdded(owner, chat, turn),
    ];
    const turns = await (transaction
      ? runIn(managerOf(transaction), statements)
      : runTogether(this.db, [{ scope: owner, statements }]));
    return turns > 0;
  }
}

const sealNew = async (chat: OpenChat, prompt: string, table: EntityTable): Promise<SealedChat | undefined> =>
  chat.isNew ? sealChat(chat, prompt, table) : undefined;

const chatMade = (
  owner: Owner,
  { id, caseId }: OpenChat,
  { name, entityTable, assistant }: SealedChat,
): Statement =>
  statement(
    `INSERT INTO chats (id, user_id, organization_id, name, entity_table, case_id, assistant, accepted_turns)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 1)`,
    [id, owner.userId, owner.organizationId, name, entityTable, caseId ?? null, assistant],
  );

const chatUsed = (owner: Owner, { id }: OpenChat): Statement =>
  statement('UPDATE chats SET last_used_at = now() WHERE id = $1 AND user_id = $2 AND organization_id = $3', [
    id,
    owner.userId,
    owner.organizationId,
  ]);

const findingsNoted = (owner: Owner, { id, key }: OpenChat, turn: Turn): Statement =>
  statement(
    `UPDATE turns SET findings = $1
     WHERE id = $2 AND chat_id = (SELECT id FROM chats WHERE id = $3 AND user_id = $4 AND organization_id = $5)`,
    [sealFindings(turn, key), turn.id, id, owner.userId, owner.organizationId],
  );

const ADDED = `
  INSERT INTO turns (id, chat_id, ordinal, model, document_id, response_type, hidden_types, context_tokens,
    prompt, anonymized_prompt, answer, restored_answer, replacements, findings, version_of)
  SELECT $1::uuid, chats.id, $2::int, $3::text, $4::uuid, $5::text, $6::text[], $7::int,
    $8::bytea, $9::bytea, $10::bytea, $11::bytea, $12::bytea, $13::bytea, $17::uuid
  FROM chats`;
const OF_OWNER = 'chats.id = $14 AND chats.user_id = $15 AND chats.organization_id = $16';
const ADD = `${ADDED} WHERE ${OF_OWNER}`;
/** Adds a version of turn `$17`, and moves the version in the current branch, with the turns after it, to another branch. */
const ADD_VERSION = `
  WITH head AS (
    SELECT turns.id, turns.ordinal FROM turns JOIN chats ON chats.id = turns.chat_id
    WHERE ${OF_OWNER} AND coalesce(turns.version_of, turns.id) = $17
  ), ${movedTo('$14')}
  ${ADDED} JOIN head ON true WHERE ${OF_OWNER}`;

/** Adds a turn if its chat exists; a version only if the current branch has a version of the same turn. */
const turnAdded = (owner: Owner, chat: OpenChat, turn: SealedTurn): Statement =>
  statement(turn.versionOf === undefined ? ADD : ADD_VERSION, [
    turn.id,
    chat.ordinal,
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
    chat.id,
    owner.userId,
    owner.organizationId,
    turn.versionOf ?? null,
  ]);
