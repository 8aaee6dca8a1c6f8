import { Injectable } from '@nestjs/common';
import {
  type AnonymizedText,
  type EntityTable,
  IssuedTable,
  NO_RULES,
  type ReplacementStyle,
  Restorer,
  type Rules,
  type TextToAnonymize,
  type TextToLookUp,
} from '@app/anonymization';
import { CaseTables } from '@app/cases';
import { AppError, invalid, isId, type Owner } from '@app/common';
import type { OpenChat } from './chat';
import { ChatsStore } from './chats.store';
import { TurnsStore } from './turns.store';

/** The number of prompts, newest first, that show the contexts of replacements: addresses and neighboring words. */
const MOST_PROMPTS = 1_000;

/** The texts of a request to hide in a chat. */
export interface TextsOfChat {
  texts: readonly TextToAnonymize[];
  /** Words to hide and values to leave unchanged from now on */
  words?: { hide?: readonly string[]; keep?: readonly string[] };
  style: { asked?: ReplacementStyle; usual: ReplacementStyle };
}

export interface HiddenInChat {
  hidden: AnonymizedText[];
  /** The table that hid the texts, for restoring; of a case, the part that they needed */
  table: EntityTable;
  /** The table that is stored with the chat: `table`, or in a case only the user's words */
  own: EntityTable;
}

type Hide = (table: EntityTable, texts: readonly TextToAnonymize[]) => Promise<AnonymizedText[]>;

/** Hides texts with the table of their chat: its own, or the table of its case. */
@Injectable()
export class ChatTables {
  constructor(
    private readonly chats: ChatsStore,
    private readonly cases: CaseTables,
    private readonly turns: TurnsStore,
  ) {}

  /**
   * @param hide may run several times
   * @throws AppError `bad_request` if the owner has no such chat or case; `case_closed` if the case of the chat has ended;
   *   `style_conflict`
   */
  async hide(
    owner: Owner,
    chat: OpenChat,
    { texts, words = {}, style }: TextsOfChat,
    hide: Hide,
  ): Promise<HiddenInChat> {
    const { caseId } = chat;
    if (caseId === undefined)
      return this.chats.changeTable(owner, chat, style, async (table) => {
        rememberWords(table, words);
        return { hidden: await hide(table, texts), table, own: table };
      });
    const own = await this.chats.changeTable(owner, chat, { usual: style.usual }, (table) => {
      rememberWords(table, words);
      return table;
    });
    const asked = { caseId, ...(style.asked && { style: style.asked }) };
    const withWords = withWordsOf(own, texts);
    const inCase = this.cases.hide(owner, asked, withWords, (table) => hide(table, withWords));
    return { ...(await (chat.isNew ? inCase : inCase.catch(closed))), own };
  }

  /** @throws AppError `bad_request` unless the user may use this case; `style_conflict` */
  async check(owner: Owner, caseId: string, style?: ReplacementStyle): Promise<void> {
    await this.cases.check(owner, { caseId, ...(style && { style }) });
  }

  /**
   * Returns the table of a chat for reading: changes to it are not stored.
   *
   * @param chat if `chatId` is absent, a new chat of the case `caseId`, if any
   * @param texts the texts that are hidden or restored with it
   * @throws AppError `bad_request` if the owner has no such chat, or may not use the case of a new one; `case_closed`
   */
  async read(
    owner: Owner,
    { chatId, caseId: asked }: { chatId?: string | undefined; caseId?: string | undefined },
    texts: readonly TextToLookUp[],
  ): Promise<EntityTable> {
    const { table, caseId = chatId === undefined ? asked : undefined } = await this.chats.table(
      owner,
      chatId,
    );
    if (caseId === undefined) return table;
    const read = this.cases.read(owner, { caseId }, texts);
    const inCase = await (chatId === undefined ? read : read.catch(closed));
    for (const word of table.hide) inCase.hide.add(word);
    for (const word of table.keep) inCase.keep.add(word);
    return inCase;
  }

  /**
   * Returns what restores everything that a chat issued: the values of its table, also those of its documents; in a case,
   * those that its prompts and answers have, because the table of the case has values of other chats.
   *
   * @returns undefined if the owner has no such chat
   * @throws AppError `case_closed`
   */
  async restorer(owner: Owner, chatId: string): Promise<Restorer | undefined> {
    const key = isId(chatId) ? await this.chats.key(owner, chatId) : undefined;
    if (!key) return undefined;
    const prompts = await this.turns.sentPrompts(owner, chatId, key, MOST_PROMPTS);
    const { table, caseId } = await this.chats.table(owner, chatId);
    if (caseId === undefined) return (await IssuedTable.of(table, prompts)).restorer();
    const replacements = (await this.turns.replacements(owner, chatId, key)).flat();
    const sent = [...new Set([...prompts, ...replacements.map(({ replacement }) => replacement)])];
    return Restorer.prepare(
      await this.read(
        owner,
        { chatId },
        sent.map((text) => ({ text })),
      ),
      sent,
    );
  }
}

/** Returns the texts with the words that the chat's user hid and kept, which other chats of the case do not have. */
function withWordsOf({ hide, keep }: EntityTable, texts: readonly TextToAnonymize[]): TextToAnonymize[] {
  const changed = new Map<Rules, Rules>();
  return texts.map(({ rules = NO_RULES, ...text }) => {
    const known = changed.get(rules) ?? {
      ...rules,
      hide: [...hide, ...rules.hide],
      keep: [...keep, ...rules.keep],
    };
    changed.set(rules, known);
    return { ...text, rules: known };
  });
}

/** Turns the error for a case that the user may not use into the one for a chat of such a case. */
function closed(error: unknown): never {
  if (error instanceof AppError && error.code === 'bad_request')
    throw new AppError(
      'case_closed',
      'The case of this chat was deleted, has expired, or is not shared with you',
    );
  throw error;
}

/** Limit for the words that a user hid or kept in one chat. */
const MOST_WORDS = 1_000;

/**
 * Remembers for the life of a chat which words are hidden and which false finds stay unchanged.
 *
 * @throws AppError `bad_request` if there would be too many
 */
export function rememberWords(
  { hide, keep }: EntityTable,
  { hide: hidden = [], keep: kept = [] }: { hide?: readonly string[]; keep?: readonly string[] },
): void {
  for (const word of hidden) hide.add(word);
  for (const value of kept) keep.add(value);
  const message = `must not increase the words of a chat beyond ${MOST_WORDS}`;
  if (hide.size > MOST_WORDS) throw invalid('hide', message);
  if (keep.size > MOST_WORDS) throw invalid('keep', message);
}
