import type { EntityType } from '@app/anonymization';
import { AppError, invalid, type Caller, type Owner } from '@app/common';
import type { DataKey } from '@app/crypto';

/** Who may use an assistant: its owner; the members of a group; all users of the organization. */
export const AUDIENCES = ['self', 'group', 'organization'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The parts of an assistant that its versions have. */
export interface AssistantContent {
  name: string;
  description: string;
  /** The text that precedes each conversation. It may contain variables, such as `{{customer}}`. */
  instruction: string;
  /** The model that the console chooses for a new chat. */
  model?: string;
  /** Kinds that are hidden in each chat, in addition to those of its requests. */
  kinds: readonly EntityType[];
  /** Prompts that the console offers for a new chat. */
  starters: readonly string[];
}

/** Who may use and change an assistant. */
export interface Sharing {
  audience: Audience;
  /** The group, if the audience is one. Null if the group was deleted. */
  groupId: string | null;
  membersEdit: boolean;
}

/** An assistant as one of its users sees it. */
export interface Assistant extends AssistantContent, Sharing {
  id: string;
  version: number;
  isOwner: boolean;
  /** Whether this user may change it. */
  canEdit: boolean;
  /** Whether this user may start chats with it. Admins change assistants of groups that they are not in. */
  canStart: boolean;
  createdAt: Date;
  changedAt: Date;
}

/** A user of assistants. Admins manage those of their organization. */
export interface AssistantUser extends Caller {
  isAdmin: boolean;
}

/** An assistant as a chat was started with it. It is stored with the chat and does not follow later versions. */
export interface StartedAssistant {
  id: string;
  version: number;
  name: string;
  /** With the values of its variables. */
  instruction: string;
  kinds: readonly EntityType[];
}

/** The number of assistants that an organization may have. */
export const MOST_ASSISTANTS = 500;
/** The number of assistants that a user may own, so that no user fills the organization. */
export const MOST_OF_USER = 50;
/** The number of versions that are stored of an assistant. */
export const MOST_VERSIONS = 50;
/** The number of documents that an assistant may have. */
export const MOST_DOCUMENTS = 20;
const MOST_VARIABLES = 20;
const LONGEST_VALUE = 2_000;

const VARIABLE = /\{\{\s*([\p{L}\p{N}][\p{L}\p{N} _-]{0,39}?)\s*\}\}/gu;

/** Returns the names of the variables of an instruction, each once, in their order. */
export const variablesOf = (instruction: string): string[] => [
  ...new Set([...instruction.matchAll(VARIABLE)].map(([, name]) => name!)),
];

/** @throws AppError `bad_request` if the instruction has too many variables */
export function checkVariables(instruction: string): void {
  if (variablesOf(instruction).length > MOST_VARIABLES)
    throw invalid('instruction', `must have at most ${MOST_VARIABLES} variables`);
}

/**
 * Returns an instruction with the values of its variables.
 *
 * @throws AppError `bad_request` if a variable has no value, or a value has no variable or is too long
 */
export function withValues(instruction: string, values: Readonly<Record<string, unknown>>): string {
  const names = variablesOf(instruction);
  const unknown = Object.keys(values).some((name) => !names.includes(name));
  const given = names.map((name) => (Object.hasOwn(values, name) ? values[name] : undefined));
  if (unknown || !given.every((value) => typeof value === 'string' && value.trim() !== ''))
    throw invalid('variables', `must have a text for each variable of the assistant, and no others`);
  if (given.some((value) => (value as string).length > LONGEST_VALUE))
    throw invalid('variables', `must not have values of more than ${LONGEST_VALUE} characters`);
  return instruction.replaceAll(VARIABLE, (_, name: string) => values[name] as string);
}

/** Returns the owner of an assistant's documents: the assistant itself, so that they stay when a user is erased. */
export const ownerOfDocuments = (id: string, { organizationId }: Pick<Owner, 'organizationId'>): Owner => ({
  userId: id,
  organizationId,
});

export const sealContent = (key: DataKey, version: number, content: AssistantContent): Buffer =>
  key.seal(JSON.stringify(content), bindingOf(key, version));
export const openContent = (key: DataKey, version: number, sealed: Buffer): AssistantContent =>
  JSON.parse(key.openText(sealed, bindingOf(key, version))) as AssistantContent;

const bindingOf = ({ subjectId }: DataKey, version: number): string =>
  `assistant_versions.content:${subjectId}:${version}`;

/** Returns one error for malformed, unknown and foreign ids that a body names. */
export const unknownAssistant = (): AppError =>
  invalid('assistant_id', 'must be the id of an assistant that you may use');

/** Returns the same error for an address. */
export const noSuchAssistant = (): AppError => new AppError('not_found', 'There is no such assistant');
