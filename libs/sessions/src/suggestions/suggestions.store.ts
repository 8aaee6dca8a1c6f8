import { createHmac, type KeyObject, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { formOf, kindOf, type Rules, type Span } from '@app/anonymization';
import type { Owner, Transaction } from '@app/common';
import { DataKeys, type KeyColumns, OrganizationKeys, storingKeys } from '@app/data-keys';
import { managerOf, runIn, runPrepared, statement, type Statement } from '@app/database';

/** What a user did with a value: left it in the text although it was found, or hid it although it was not. */
export const CORRECTION_ACTIONS = ['keep', 'hide'] as const;
export type CorrectionAction = (typeof CORRECTION_ACTIONS)[number];

export interface Correction {
  action: CorrectionAction;
  value: string;
}

/** The longest value that a policy may contain. */
const MAX_LENGTH = 200;

/** Returns the words of a request as corrections, without those that no policy could contain. */
export const correctionsOf = (words: Partial<Record<CorrectionAction, readonly string[]>>): Correction[] =>
  CORRECTION_ACTIONS.flatMap((action) => (words[action] ?? []).map((value) => ({ action, value }))).filter(
    ({ value }) => value.trim() !== '' && value.length <= MAX_LENGTH,
  );

/** Returns the same value with the other action. */
const oppositeOf = ({ action, value }: Correction): Correction => ({
  action: action === 'keep' ? 'hide' : 'keep',
  value,
});

/** Returns the keyed hash of a correction, as a signed decimal number of 64 bits. */
export const hashOf = (key: KeyObject, { action, value }: Correction): string =>
  createHmac('sha256', key)
    .update(`${action}:${formOf(value)}`)
    .digest()
    .readBigInt64BE()
    .toString();

/**
 * Returns those of the values that detection found in the texts of a call, and only as kinds that may stay in them. Others are
 * no corrections: a card number stays hidden, whatever a request keeps.
 */
export function foundValues(
  keep: readonly string[],
  texts: readonly { text: string; spans: readonly Span[] }[],
  { modes }: Pick<Rules, 'modes'>,
): string[] {
  if (keep.length === 0) return [];
  const forms = new Map(keep.map((value) => [formOf(value), value]));
  const found = new Map<string, boolean>();
  for (const { text, spans } of texts)
    for (const { start, end, type } of spans) {
      const form = formOf(text.slice(start, end));
      const stays = kindOf(type).mayStay && modes[type] !== 'remove' && modes[type] !== 'block';
      if (forms.has(form)) found.set(form, stays && found.get(form) !== false);
    }
  return [...forms].flatMap(([form, value]) => (found.get(form) ? [value] : []));
}

/** The purpose of the organization's key for hashes. Another one gives other hashes. */
const HASHES = 'suggestions';

/** A value as the admins of an organization see it. */
export interface Suggestion extends Correction {
  id: string;
  /** Whether at least 5 users have the correction, or a user suggested it. */
  reason: 'five_users' | 'suggested';
  /** The day since when admins see it, as `2026-11-27`. */
  createdOn: string;
}

type Row = KeyColumns & {
  id: string;
  action: CorrectionAction;
  value: Buffer;
  reason: Suggestion['reason'] | null;
  created_on: string;
};

/** Locks hashes in the given order until the transaction ends, so that concurrent additions count each other. */
const LOCK = 'SELECT pg_advisory_xact_lock(value_hash) FROM unnest($1::bigint[]) AS given (value_hash)';
const DELETE = `
  DELETE FROM corrections
  WHERE chat_id = $1 AND user_id = $2 AND organization_id = $3 AND value_hash = ANY ($4::bigint[])`;
/** Adds nothing if the chat was deleted meanwhile. */
const ADD = `
  INSERT INTO corrections (chat_id, user_id, organization_id, value_hash)
  SELECT chats.id, chats.user_id, chats.organization_id, given.value_hash
  FROM chats, unnest($4::bigint[]) AS given (value_hash)
  WHERE chats.id = $1 AND chats.user_id = $2 AND chats.organization_id = $3
  ON CONFLICT DO NOTHING`;
/** Adds the values that admins may now see, unless they see or have decided them already. */
const SHOW = `
  INSERT INTO suggestions (id, organization_id, value_hash, action, value, created_on)
  SELECT given.id, $1, given.value_hash, given.action, given.value, current_date
  FROM unnest($2::uuid[], $3::bigint[], $4::text[], $5::bytea[]) AS given (id, value_hash, action, value)
  WHERE suggestion_reason($1, given.value_hash) IS NOT NULL
  ON CONFLICT DO NOTHING`;
const SUGGEST = `
  UPDATE corrections SET suggested = true
  WHERE chat_id = $1 AND user_id = $2 AND organization_id = $3 AND value_hash = $4::bigint`;
const OWN = `
  SELECT value_hash, suggested FROM corrections
  WHERE chat_id = $1 AND user_id = $2 AND organization_id = $3`;

/**
 * Stores the corrections of users as keyed hashes, and the values that admins may see. The value that is sealed is the one in the
 * request that made it visible: the fifth user's, or that of the user who suggested it.
 */
@Injectable()
export class SuggestionsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly organizationKeys: OrganizationKeys,
  ) {}

  /**
   * Returns the statements that add corrections to a chat, for a store that runs them with its own. A correction replaces the
   * opposite one in the same chat.
   */
  async recording(owner: Owner, chatId: string, corrections: readonly Correction[]): Promise<Statement[]> {
    if (corrections.length === 0) return [];
    const hash = await this.hashes(owner);
    const given = new Map(corrections.map((correction) => [hash(correction), correction]));
    const opposites = corrections.map((correction) => hash(oppositeOf(correction)));
    const chat = [chatId, owner.userId, owner.organizationId];
    return [
      statement(LOCK, [inOrder([...given.keys(), ...opposites])]),
      statement(DELETE, [...chat, opposites.filter((opposite) => !given.has(opposite))]),
      statement(ADD, [...chat, [...given.keys()]]),
      ...this.showing(owner, given),
    ];
  }

  /** Marks a correction as suggested. @returns false if the owner has no such chat, or has not corrected the value in it */
  async suggest(
    transaction: Transaction,
    owner: Owner,
    chatId: string,
    correction: Correction,
  ): Promise<boolean> {
    const tx = managerOf(transaction);
    const value = (await this.hashes(owner))(correction);
    await runIn(tx, [statement(LOCK, [[value]])]);
    const marked = [chatId, owner.userId, owner.organizationId, value];
    if ((await runIn(tx, [statement(SUGGEST, marked)])) === 0) return false;
    await runIn(tx, this.showing(owner, new Map([[value, correction]])));
    return true;
  }

  /** Returns those of the values that the owner corrected in a chat, and whether they suggested them. */
  async ofChat(
    owner: Owner,
    chatId: string,
    values: readonly Correction[],
  ): Promise<(Correction & { suggested: boolean })[]> {
    const rows = await runPrepared<{ value_hash: string; suggested: boolean }>(
      this.db,
      statement(OWN, [chatId, owner.userId, owner.organizationId]),
      owner,
    );
    if (rows.length === 0) return [];
    const hash = await this.hashes(owner);
    const suggested = new Map(rows.map((row) => [row.value_hash, row.suggested]));
    return values.flatMap((correction) => {
      const found = suggested.get(hash(correction));
      return found === undefined ? [] : [{ ...correction, suggested: found }];
    });
  }

  /** Returns the values that an organization's admins may see and have not decided, the newest day first. */
  list(organizationId: string, limit: number): Promise<Suggestion[]> {
    return this.read(organizationId, 'ORDER BY created_on DESC, id LIMIT $2', limit);
  }

  /** @returns undefined if the organization has no such suggestion, or it was decided or withdrawn */
  async one(organizationId: string, id: string): Promise<Suggestion | undefined> {
    return (await this.read(organizationId, 'AND id = $2', id))[0];
  }

  /**
   * Removes the value of a suggestion. Its hash stays while users have the correction.
   *
   * @returns false if the organization has no such suggestion, or it was decided or withdrawn
   */
  async decide(transaction: Transaction, organizationId: string, id: string): Promise<boolean> {
    const [, count] = await managerOf(transaction).query<[unknown[], number]>(
      'UPDATE suggestions SET value = NULL WHERE id = $1 AND organization_id = $2 AND value IS NOT NULL',
      [id, organizationId],
    );
    if (count > 0) await this.keys.destroy(transaction, [id]);
    return count > 0;
  }

  private async hashes({ organizationId }: Pick<Owner, 'organizationId'>) {
    const key = await this.organizationKeys.keyOf(organizationId, HASHES);
    return (correction: Correction): string => hashOf(key, correction);
  }

  /** Returns the statements that store the values that admins may now see. @param given corrections by their hashes */
  private showing({ organizationId }: Owner, given: ReadonlyMap<string, Correction>): Statement[] {
    const sealed = [...given].map(([valueHash, { action, value }]) => {
      const key = this.keys.make(randomUUID());
      const id = key.subjectId;
      return { id, valueHash, action, value: key.seal(value, bindingOf(id)), key };
    });
    return [
      statement(SHOW, [
        organizationId,
        sealed.map(({ id }) => id),
        sealed.map(({ valueHash }) => valueHash),
        sealed.map(({ action }) => action),
        sealed.map(({ value }) => value),
      ]),
      storingKeys(
        sealed.map(({ id, key }) => ({ subjectId: id, ...this.keys.wrap(key) })),
        'SELECT id FROM suggestions',
      ),
    ];
  }

  private async read(organizationId: string, which: string, value: string | number): Promise<Suggestion[]> {
    const rows = await runPrepared<Row>(
      this.db,
      statement(
        `SELECT id, action, value, created_on::text, suggestion_reason(organization_id, value_hash) AS reason,
           ${this.keys.columnsOf('suggestions.id')}
         FROM suggestions WHERE organization_id = $1 AND value IS NOT NULL ${which}`,
        [organizationId, value],
      ),
      { organizationId },
    );
    return rows.flatMap((row) => {
      const key = this.keys.read(row.id, row);
      // A restored backup may contain a value with a key that was destroyed later.
      if (!key || row.reason === null) return [];
      const { id, action, reason, created_on: createdOn } = row;
      return [{ id, action, value: key.openText(row.value, bindingOf(id)), reason, createdOn }];
    });
  }
}

/** Returns hashes by their numbers: the order of all locks. */
const inOrder = (hashes: readonly string[]): string[] =>
  [...new Set(hashes)].toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));

/** Returns the associated data of the sealed column. */
const bindingOf = (id: string): string => `suggestions.value:${id}`;
