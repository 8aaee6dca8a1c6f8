import { writeTableInSlices, type EntityTable } from '@app/anonymization';
import { AppError, invalid, isId } from '@app/common';
import type { DataKey } from '@app/crypto';

/** A chat that a prompt was accepted into. */
export interface OpenChat {
  id: string;
  /** The prompt's, in the order of acceptance, from 1. */
  ordinal: number;
  key: DataKey;
  /** Nothing of it is stored: it is made with its first turn. */
  isNew: boolean;
}

/** What of a new chat is stored with its first turn. */
export interface SealedChat {
  name: Buffer;
  entityTable: Buffer | null;
}

/** Chats are reached by ids that callers send. @throws AppError `bad_request` where this is none */
export function assertChatId(id: string | undefined): void {
  if (id !== undefined && !isId(id)) throw unknownChat();
}

/** Malformed, unknown or someone else's: all the same (contract: Addresses and the envelope). */
export const unknownChat = (): AppError => invalid('chatId', 'must be the id of one of your chats');

/** Where a chat's files lie in the blob store: they go with it. */
export const chatFolder = (chatId: string): string => `chats/${chatId}/`;
export const chatFile = (chatId: string, name: string): string => `${chatFolder(chatId)}${name}`;

/** A chat as its first prompt makes it. */
export async function sealChat(key: DataKey, prompt: string, table: EntityTable): Promise<SealedChat> {
  return { name: sealName(key, chatName(prompt)), entityTable: sealTable(key, await tableJson(table)) };
}

export const sealName = (key: DataKey, name: string): Buffer => key.seal(name, namePlace(key));
export const openName = (key: DataKey, sealed: Buffer): string => key.openText(sealed, namePlace(key));

/** Nothing is stored of a table that knows nobody and was told nothing. */
export const tableJson = async (table: EntityTable): Promise<string | null> =>
  table.entities.length + table.hide.size + table.keep.size > 0 ? writeTableInSlices(table) : null;

export const sealTable = (key: DataKey, json: string | null): Buffer | null =>
  json === null ? null : key.seal(json, tablePlace(key));
export const openTable = (key: DataKey, sealed: Buffer | null): string | null =>
  sealed && key.openText(sealed, tablePlace(key));

const namePlace = ({ subjectId }: DataKey): string => `chats.name:${subjectId}`;
const tablePlace = ({ subjectId }: DataKey): string => `chats.entity_table:${subjectId}`;

const MAX_NAME_LENGTH = 60;

/** A chat's name is its first prompt, at most 60 characters, cut at a word (contract: Chat). */
export function chatName(prompt: string): string {
  const characters = [...prompt.trim()];
  if (characters.length <= MAX_NAME_LENGTH) return characters.join('');
  const cut = characters.slice(0, MAX_NAME_LENGTH + 1).join('');
  const wholeWords = cut.replace(/\s+\S*$/u, '');
  return wholeWords.length < cut.length ? wholeWords : characters.slice(0, MAX_NAME_LENGTH).join('');
}
