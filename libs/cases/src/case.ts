import type { ReplacementStyle } from '@app/anonymization';
import { AppError, invalid } from '@app/common';
import type { DataKey } from '@app/crypto';

/** A case as its members see it. */
export interface Case {
  id: string;
  /** Empty if it has none */
  name: string;
  style: ReplacementStyle;
  isOwner: boolean;
  entities: number;
  /** The number of users who may use it */
  members: number;
  groupId: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date | null;
}

/** The number of open cases that a user may own. */
export const MOST_CASES = 100;
/** The number of entities that a case may have. */
export const MOST_ENTITIES = 200_000;
/** The number of stored contexts. Beyond it, texts around new replacements are not stored, so that less is restored. */
export const MOST_CONTEXTS = 1_000_000;
const LONGEST_NAME = 200;

const HOUR_MS = 3_600_000;
/** The share of RETENTION_CASES after which a use is noted again. */
const SHARE_OF_RETENTION = 1 / 20;

/** Returns the time after a noted use during which others are not noted, in milliseconds. @param retentionMs RETENTION_CASES */
export const betweenUsesMs = (retentionMs = Infinity): number =>
  Math.min(HOUR_MS, retentionMs * SHARE_OF_RETENTION);

/** Returns one error for malformed, unknown, foreign and expired cases that a body or header names (contract: Cases). */
export const unknownCase = (field = 'case_id'): AppError =>
  invalid(field, 'must be the id of one of your open cases');

/** Returns the same error for an address. */
export const noSuchCase = (): AppError => new AppError('not_found', 'There is no such case');

/** @throws AppError `bad_request` */
export function checkCaseName(given: string): string {
  const name = given.trim();
  if ([...name].length > LONGEST_NAME) throw invalid('name', `must have at most ${LONGEST_NAME} characters`);
  return name;
}

export const sealName = (key: DataKey, name: string): Buffer => key.seal(name, `cases.name:${key.subjectId}`);
export const openName = (key: DataKey, sealed: Buffer): string =>
  key.openText(sealed, `cases.name:${key.subjectId}`);
export const sealHead = (key: DataKey, json: string): Buffer => key.seal(json, `cases.head:${key.subjectId}`);
export const openHead = (key: DataKey, sealed: Buffer): string =>
  key.openText(sealed, `cases.head:${key.subjectId}`);
export const sealRecord = (key: DataKey, id: number, json: string): Buffer =>
  key.seal(json, `case_entities.sealed:${key.subjectId}/${id}`);
export const openRecord = (key: DataKey, id: number, sealed: Buffer): string =>
  key.openText(sealed, `case_entities.sealed:${key.subjectId}/${id}`);
/** Returns the hash of keys of records and contexts (`case_keys.key`). */
export const hashOf = (key: DataKey): ((text: string) => string) => key.blindIndex('case_keys.key');
