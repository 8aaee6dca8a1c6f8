import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource, type EntityManager } from 'typeorm';
import { AppError, invalid, type Owner } from '@app/common';
import { KeyRing } from '@app/crypto';
import { IdempotencyKey } from '../rows/idempotency-key.entity';
import type { JobType } from '../rows/job-type';

/** A request that its caller may send again without its being done again. */
export interface IdempotentRequest {
  owner: Owner;
  type: JobType;
  /** As the caller sent it. */
  key: string;
  /** The parsed fields, in a fixed order: what makes two requests the same. */
  fields: readonly unknown[];
}

const KEY_PURPOSE = 'idempotency-key';
const KEY = /^[\x21-\x7e]{1,255}$/;

/** @throws AppError `bad_request` for a malformed key */
export function checkIdempotencyKey(key: string): void {
  if (!KEY.test(key)) throw invalid('idempotencyKey', 'must be 1 to 255 visible ASCII characters');
}

/** Remembers acceptances by `Idempotency-Key` for 24 hours, per user and endpoint (contract: Jobs). */
@Injectable()
export class Idempotency {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly ring: KeyRing,
  ) {}

  /**
   * @returns the job that this very request made before, or undefined
   * @throws AppError `bad_request` for a malformed key, `conflict` where it stood for another request
   */
  async find(request: IdempotentRequest): Promise<string | undefined> {
    checkIdempotencyKey(request.key);
    const row = await this.db.manager
      .createQueryBuilder(IdempotencyKey, 'known')
      .where({ ...scopeOf(request), keyHash: In(this.ring.hashes(KEY_PURPOSE, request.key)) })
      .andWhere(`known.created_at > now() - interval '24 hours'`)
      .getOne();
    return row ? this.same(row, request) : undefined;
  }

  /**
   * Takes the key for a new job, in the transaction that makes it. Of two such at once one waits for the other.
   *
   * @returns `jobId`, or the other's job where that was first
   */
  async take(tx: EntityManager, request: IdempotentRequest, jobId: string): Promise<string> {
    const { organizationId, userId, type, keyHash } = this.identity(request);
    const taken = await tx.query<unknown[]>(
      `INSERT INTO job_idempotency_keys (organization_id, user_id, type, key_hash, request_hash, job_id)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT ON CONSTRAINT job_idempotency_keys_pkey DO UPDATE
         SET request_hash = excluded.request_hash, job_id = excluded.job_id, created_at = now()
         WHERE job_idempotency_keys.created_at <= now() - interval '24 hours'
       RETURNING job_id`,
      [organizationId, userId, type, keyHash, this.hashesOf(request)[0], jobId],
    );
    if (taken.length > 0) return jobId;
    return this.same(await tx.findOneByOrFail(IdempotencyKey, this.identity(request)), request);
  }

  private same(row: IdempotencyKey, request: IdempotentRequest): string {
    // Also under the main keys that only decrypt: a day outlives a rotation.
    if (this.hashesOf(request).includes(row.requestHash)) return row.jobId;
    throw new AppError('conflict', 'This Idempotency-Key was used for another request; take a new one');
  }

  private identity(request: IdempotentRequest) {
    return { ...scopeOf(request), keyHash: this.ring.hash(KEY_PURPOSE, request.key) };
  }

  private hashesOf({ fields }: IdempotentRequest): [string, ...string[]] {
    return this.ring.hashes('idempotent-request', JSON.stringify(fields));
  }
}

const scopeOf = ({ owner: { organizationId, userId }, type }: IdempotentRequest) => ({
  organizationId,
  userId,
  type,
});
