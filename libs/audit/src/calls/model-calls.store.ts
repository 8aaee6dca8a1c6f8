import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { newId, type Owner } from '@app/common';
import { asOne, runPrepared, statement, type Statement } from '@app/database';
import type { AuditReason } from '../audit-event';
import { countsOfProtection, type CallProtection } from './call-protection';
import { hashActor } from './hash-actor';

/** A call of a model, whatever came of it: the messages have left. */
export interface ModelCall {
  owner: Owner;
  model: string;
  /** How many values of each kind were hidden in what was sent. */
  hidden: Readonly<Record<string, number>>;
  /** Absent for recordings, of which no text is sent. */
  protection?: CallProtection;
  /** No answer came, or not all of it. Not given: a whole answer. */
  cutShort?: Extract<AuditReason, 'failed' | 'broken_off'>;
}

const SALT_BYTES = 16;

/** Calls of models as entries of the audit trail (contract: Audit). */
@Injectable()
export class ModelCallsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** The entry of a call, as parts of the statement that keeps what came of it. */
  recording({ owner, model, hidden, protection, cutShort }: ModelCall): Record<string, Statement> {
    const { organizationId, userId } = owner;
    const id = newId();
    const salt = randomBytes(SALT_BYTES);
    const counts = { ...hidden, ...(protection && countsOfProtection(protection)) };
    return {
      call_recorded: statement(
        `INSERT INTO audit_events (id, actor, action, outcome, reason, organization_id, counts, model, actor_hash)
         VALUES ($1, 'user', 'model.call', 'done', $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
         RETURNING id, organization_id`,
        [id, cutShort ?? null, organizationId, counts, model, hashActor(salt, userId)],
      ),
      caller_recorded: statement(
        `INSERT INTO audit_call_actors (entry_id, organization_id, user_id, salt)
         SELECT id, organization_id, $1::uuid, $2::bytea FROM call_recorded`,
        [userId, salt],
      ),
    };
  }

  /** A call of which nothing else is kept. */
  async record(call: ModelCall): Promise<void> {
    await runPrepared(this.db, asOne(this.recording(call), statement('SELECT', [])));
  }

  /** A person is erased: calls stay, and nobody can tell any longer whose they were. @returns how many */
  async forget({ userId, organizationId }: Owner): Promise<number> {
    const [, forgotten] = await this.db.query<[unknown[], number]>(
      'DELETE FROM audit_call_actors WHERE organization_id = $1 AND user_id = $2',
      [organizationId, userId],
    );
    return forgotten;
  }
}
