import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource } from 'typeorm';
import { ALL_OWNERS, type Owner, type Transaction } from '@app/common';
import { inScope, managerOf, runOnce, statement } from '@app/database';
import { IdempotencyKeyRow, type JobType } from './jobs.entities';

/** The owner, endpoint and `Idempotency-Key` as a keyed hash. */
export interface KeyIdentity {
  owner: Owner;
  type: JobType;
  keyHash: string;
}

/** Stores acceptances by `Idempotency-Key`. A key identifies its request for 24 hours. */
@Injectable()
export class IdempotencyKeysStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @param keyHashes the hashes of one key under every main key */
  find(
    { userId, organizationId }: Owner,
    type: JobType,
    keyHashes: readonly string[],
  ): Promise<IdempotencyKeyRow | null> {
    return inScope(this.db, { userId, organizationId }, (tx) =>
      tx
        .createQueryBuilder(IdempotencyKeyRow, 'known')
        .where({ organizationId, userId, type, keyHash: In([...keyHashes]) })
        .andWhere(`known.created_at > now() - interval '24 hours'`)
        .getOne(),
    );
  }

  /**
   * Reserves a key for a job. Of two concurrent reservations one waits for the other.
   *
   * @returns the stored acceptance if another request has the key
   */
  async take(
    transaction: Transaction,
    { owner: { organizationId, userId }, type, keyHash }: KeyIdentity,
    { requestHash, jobId }: { requestHash: string; jobId: string },
  ): Promise<IdempotencyKeyRow | undefined> {
    const tx = managerOf(transaction);
    const taken = await tx.query<unknown[]>(
      `INSERT INTO job_idempotency_keys (organization_id, user_id, type, key_hash, request_hash, job_id)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT ON CONSTRAINT job_idempotency_keys_pkey DO UPDATE
         SET request_hash = excluded.request_hash, job_id = excluded.job_id, created_at = now()
         WHERE job_idempotency_keys.created_at <= now() - interval '24 hours'
       RETURNING job_id`,
      [organizationId, userId, type, keyHash, requestHash, jobId],
    );
    if (taken.length > 0) return undefined;
    return tx.findOneByOrFail(IdempotencyKeyRow, { organizationId, userId, type, keyHash });
  }

  /**
   * Erases a user's keys.
   *
   * @returns the number of keys
   */
  async erase({ userId, organizationId }: Owner): Promise<number> {
    const { affected } = await inScope(this.db, { userId, organizationId }, (tx) =>
      tx.delete(IdempotencyKeyRow, { userId, organizationId }),
    );
    return affected ?? 0;
  }

  async expire(): Promise<void> {
    const old = `DELETE FROM job_idempotency_keys WHERE created_at <= now() - interval '24 hours'`;
    await runOnce(this.db, statement(old, []), ALL_OWNERS);
  }
}
