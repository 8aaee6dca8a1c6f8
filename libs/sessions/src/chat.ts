import type { EntityTable } from '@app/anonymization';
import type { StartedAssistant } from '@app/assistants';
import { AppError, invalid, isId } from '@app/common';
import type { DataKey } from '@app/crypto';

/** A chat that has accepted a prompt. */
export interface OpenChat {
  id: string;
  /** The prompt's ordinal, in the order of acceptance, from 1. */
  ordinal: number;
  key: DataKey;
  /** The case with the table of this chat */
  caseId?: string;
  /** The assistant that the chat was started with */
  assistant?: StartedAssistant;
  /** Whether the chat is created with its first turn, so that none of it is stored yet. */
  isNew: boolean;
}

/** The parts of a new chat that are stored with its first turn. */
export interface SealedChat {
  name: Buffer;
  entityTable: Buffer | null;
  assistant: Buffer | null;
}

/** Checks an id that a caller sent. @throws AppError `bad_request` if it is not an id */
export function assertChatId(id: string | undefined): void {
  if (id !== undefined && !isId(id)) throw unknownChat();
}

/** Returns one error for malformed, unknown and foreign ids (contract: Addresses and the envelope). */
export const unknownChat = (): AppError => invalid('chatId', 'must be the id of one of your chats');

/** Returns the folder of a chat's files in the blob store. It is deleted with the chat. */
export const chatFolder = (chatId: string): string => `chats/${chatId}/`;
export const chatFile = (chatId: string, name: string): string => `${chatFolder(chatId)}${name}`;

/** Seals a chat as its first prompt creates it. */
export async function sealChat(chat: OpenChat, prompt: string, table: EntityTable): Promise<SealedChat> {
  return {
    name: sealName(chat.key, chatName(prompt)),
    entityTable: sealTable(chat, await tableJson(chat, table)),
    assistant: chat.assistant ? sealAssistant(chat.key, chat.assistant) : null,
  };
}

export const sealName = (key: DataKey, name: string): Buffer => key.seal(name, namePlace(key));
export const openName = (key: DataKey, sealed: Buffer): string => key.openText(sealed, namePlace(key));

const sealAssistant = (key: DataKey, assistant: StartedAssistant): Buffer =>
  key.seal(JSON.stringify(assistant), assistantPlace(key));
export const openAssistant = (key: DataKey, sealed: Buffer): StartedAssistant =>
  JSON.parse(key.openText(sealed, assistantPlace(key))) as StartedAssistant;

/** The part of a chat that its table is sealed with. */
type ChatOfTable = Pick<OpenChat, 'key' | 'caseId'>;

/**
 * Returns null for a table without entities and words, which is not stored. In a case, each table is stored: a version that
 * does not know cases cannot open it, and so sends nothing with a table of the chat's own.
 */
export const tableJson = async (
  { caseId }: Pick<OpenChat, 'caseId'>,
  table: EntityTable,
): Promise<string | null> =>
  caseId !== undefined || table.entities.length + table.hide.size + table.keep.size > 0
    ? table.write()
    : null;

export const sealTable = (chat: ChatOfTable, json: string | null): Buffer | null =>
  json === null ? null : chat.key.seal(json, tablePlace(chat));
export const openTable = (chat: ChatOfTable, sealed: Buffer | null): string | null =>
  sealed && chat.key.openText(sealed, tablePlace(chat));

const namePlace = ({ subjectId }: DataKey): string => `chats.name:${subjectId}`;
const assistantPlace = ({ subjectId }: DataKey): string => `chats.assistant:${subjectId}`;
const tablePlace = ({ key: { subjectId }, caseId }: ChatOfTable): string =>
  caseId === undefined
    ? `chats.entity_table:${subjectId}`
    : `chats.entity_table:${subjectId} in case ${caseId}`;

const MAX_NAME_LENGTH = 60;

/** Returns a chat's name: its first prompt, at most 60 characters, cut at a word (contract: Chat). */
export function chatName(prompt: string): string {
  const characters = [...prompt.trim()];
  if (characters.length <= MAX_NAME_LENGTH) return characters.join('');
  const cut = characters.slice(0, MAX_NAME_LENGTH + 1).join('');
  const wholeWords = cut.replace(/\s+\S*$/u, '');
  return wholeWords.length < cut.length ? wholeWords : characters.slice(0, MAX_NAME_LENGTH).join('');
}
