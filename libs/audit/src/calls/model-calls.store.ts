import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { newId, type Owner } from '@app/common';
import { runOnce, statement, type Statement } from '@app/database';
import type { AuditReason } from '../audit-event';

/** How much of a call's content is searched: every kind that the policy does not leave out, some kinds, or none. */
export const PROTECTIONS = ['all', 'some', 'off'] as const;
export type Protection = (typeof PROTECTIONS)[number];

/** How a call of a model was protected. */
export interface CallProtection {
  level: Protection;
  /** The number of kinds that were not searched although the policy does not leave them out. */
  leftOutKinds: number;
  /** The number of detected values that were sent unchanged because a user kept them or the policy excepted them. */
  leftInClear: number;
}

/** Returns the counts of a call's audit entry, in addition to the hidden values. A count of zero is absent. */
const countsOfProtection = ({
  level,
  leftOutKinds,
  leftInClear,
}: CallProtection): Record<string, number> => ({
  ...(leftOutKinds > 0 && { left_out_kinds: leftOutKinds }),
  ...(level === 'off' && { unprotected: 1 }),
  ...(leftInClear > 0 && { left_in_clear: leftInClear }),
});

/** Returns the hash that the chain contains for the user who caused a call. Without the salt it identifies no user. */
export const hashActor = (salt: Buffer, userId: string): Buffer =>
  createHash('sha256').update(salt).update(userId).digest();

/** A call of a model, whether it succeeded or not: the messages were sent. */
export interface ModelCall {
  owner: Owner;
  model: string;
  /** The number of hidden values of each kind. */
  hidden: Readonly<Record<string, number>>;
  /** Absent for recordings, which are sent as audio. */
  protection?: CallProtection;
  /** Set if there was no answer or an incomplete one. If absent, the answer was complete. */
  cutShort?: Extract<AuditReason, 'failed' | 'broken_off'>;
}

const SALT_BYTES = 16;

/** Calls of models as entries of the audit trail (contract: Audit). */
@Injectable()
export class ModelCallsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns the statement that records a call. Idempotent, because a commit with a lost response may have succeeded. */
  recording({ owner, model, hidden, protection, cutShort }: ModelCall): Statement {
    const { organizationId, userId } = owner;
    const salt = randomBytes(SALT_BYTES);
    const counts = { ...hidden, ...(protection ? countsOfProtection(protection) : { recording: 1 }) };
    return statement(
      `WITH entry AS (
         INSERT INTO audit_events (id, actor, action, outcome, reason, organization_id, counts, model, actor_hash)
         VALUES ($1, 'user', 'model.call', 'done', $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
         RETURNING id, organization_id
       )
       INSERT INTO audit_call_actors (entry_id, organization_id, user_id, salt)
       SELECT id, organization_id, $7::uuid, $8::bytea FROM entry`,
      [newId(), cutShort ?? null, organizationId, counts, model, hashActor(salt, userId), userId, salt],
    );
  }

  /**
   * Forgets who made the calls of an erased user. The calls stay.
   *
   * @returns the number of calls
   */
  async forget({ userId, organizationId }: Owner): Promise<number> {
    const forgotten = statement('DELETE FROM audit_call_actors WHERE organization_id = $1 AND user_id = $2', [
      organizationId,
      userId,
    ]);
    return (await runOnce(this.db, forgotten, { userId, organizationId })).count;
  }
}
