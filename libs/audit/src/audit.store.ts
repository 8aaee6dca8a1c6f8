import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, type Transaction } from '@app/common';
import { managerOf, runOnce, statement } from '@app/database';
import type { AuditEventRow } from './audit-event.entity';
import { AUDIT_ACTIONS, type AuditFilter, type AuditReason } from './audit-event';
import type { ChainEntry, Seal } from './chain/chain-entry';
import { entryColumns, exactTime } from './entry-columns';

/** Without RETURNING, because the role that writes may not be able to read. */
const INSERT = `
  INSERT INTO audit_events
    (id, actor, actor_id, account, action, outcome, reason, organization_id, subject_type, subject_id, counts,
     address_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

/** A new entry; the database sets its time. */
export type NewAuditEvent = Omit<AuditEventRow, 'at' | 'model' | 'actorHash'>;

/** A stored entry. */
export interface KeptEntry extends ChainEntry {
  /** The user who caused a call of a model, if the organization shows it and the user was not erased. */
  user_id: string | null;
  /** Null for the few seconds until the entry is sealed. */
  seal: Seal | null;
}

interface EntryRow extends ChainEntry, Omit<Seal, 'seq'> {
  user_id: string | null;
  seq: string | null;
}

/** The order in which entries are read. */
export type AuditOrder = 'newest first' | 'oldest first';

/** Stores the rows of the audit trail. Their table refuses changes and deletions. */
@Injectable()
export class AuditStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @param tx if absent, the entry is written in its own transaction */
  async insert(row: NewAuditEvent, tx?: Transaction): Promise<void> {
    await (tx ? managerOf(tx) : this.db.manager).query(INSERT, [
      row.id,
      row.actor,
      row.actorId,
      row.account,
      row.action,
      row.outcome,
      row.reason,
      row.organizationId,
      row.subjectType,
      row.subjectId,
      row.counts,
      row.addressHash,
    ]);
  }

  /** Returns at most `limit` entries after the position `after`. */
  async list(filter: AuditFilter, order: AuditOrder): Promise<KeptEntry[]> {
    const values: unknown[] = [filter.limit];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const [direction, isBehind] = order === 'newest first' ? ['DESC', '<'] : ['ASC', '>'];
    const conditions = conditionsOf(filter, bind, isBehind);
    const ordered = `ORDER BY at ${direction}, id ${direction} LIMIT $1`;
    // One search per action, because a combined search could not use the index order.
    const found = actionsOf(filter.action)
      .map((action) => [...conditions, ...(action === undefined ? [] : [`action = ${bind(action)}`])])
      .map((all) => `(SELECT * FROM audit_events WHERE ${all.join(' AND ') || 'true'} ${ordered})`);
    if (found.length === 0) return [];
    const entries = statement(
      `WITH event AS (SELECT * FROM (${found.join(' UNION ALL ')}) AS found ${ordered})
       SELECT ${entryColumns('event')}, caller.user_id, seal.chain, seal.seq,
         ${exactTime('seal.sealed_at')} AS sealed_at, encode(seal.prev, 'hex') AS prev, encode(seal.hash, 'hex') AS hash
       FROM event
       LEFT JOIN audit_seals AS seal ON seal.entry_id = event.id
       LEFT JOIN organizations AS shown ON shown.id = event.organization_id AND shown.usage_by_person
       LEFT JOIN audit_call_actors AS caller ON caller.entry_id = event.id AND caller.organization_id = shown.id
       ORDER BY event.at ${direction}, event.id ${direction}`,
      values,
    );
    const { organizationId } = filter;
    const scope = organizationId === undefined ? ALL_OWNERS : { organizationId };
    const { rows } = await runOnce<EntryRow>(this.db, entries, scope);
    return rows.map(({ chain, seq, sealed_at, prev, hash, ...entry }) => ({
      ...entry,
      seal: seq === null ? null : { chain, seq: Number(seq), sealed_at, prev, hash },
    }));
  }
}

/** The reasons of entries with an action that was done and failed. */
const FAILED: readonly AuditReason[] = ['broken_off', 'failed'];

/** Includes calls of models only if the organization shows who caused them. */
const actedBy = (user: string): string => `
  (actor_id = ${user} OR EXISTS (
    SELECT FROM audit_call_actors AS caller
    JOIN organizations AS shown ON shown.id = caller.organization_id AND shown.usage_by_person
    WHERE caller.entry_id = audit_events.id AND caller.user_id = ${user}))`;

/**
 * Returns the conditions, which must all be true.
 *
 * @param bind adds a value to the statement and returns its placeholder
 */
function conditionsOf(filter: AuditFilter, bind: (value: unknown) => string, isBehind: string): string[] {
  const { organizationId, userId, subjectId, outcome, failed, since, until, after } = filter;
  return [
    ...(organizationId ? [`organization_id = ${bind(organizationId)}`] : []),
    ...(userId ? [actedBy(bind(userId))] : []),
    ...(subjectId ? [`subject_id = ${bind(subjectId)}`] : []),
    ...(outcome ? [`outcome = ${bind(outcome)}`] : []),
    ...(failed === undefined
      ? []
      : [`(reason IS NOT NULL AND reason = ANY(${bind(FAILED)})) = ${bind(failed)}`]),
    ...(since ? [`at >= ${bind(since)}`] : []),
    ...(until ? [`at < ${bind(until)}`] : []),
    ...(after ? [`(at, id) ${isBehind} (${bind(after.at)}::timestamptz, ${bind(after.id)}::uuid)`] : []),
  ];
}

/** Returns the selected actions: one, all of a noun, or a single undefined for any. */
const actionsOf = (asked: string | undefined): readonly (string | undefined)[] =>
  asked === undefined
    ? [undefined]
    : AUDIT_ACTIONS.filter((action) => action === asked || action.startsWith(`${asked}.`));
