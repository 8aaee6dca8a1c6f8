import { Injectable } from '@nestjs/common';
import { AppError, invalid, type Owner, type Transaction } from '@app/common';
import { KeyRing } from '@app/crypto';
import { IdempotencyKeysStore } from '../store/idempotency-keys.store';
import type { IdempotencyKeyRow, JobType } from '../store/jobs.entities';

/** A request that its caller may safely retry. */
export interface IdempotentRequest {
  owner: Owner;
  type: JobType;
  /** As the caller sent it. */
  key: string;
  /** The parsed fields in a fixed order, which identify the request. */
  fields: readonly unknown[];
}

const KEY_PURPOSE = 'idempotency-key';
const KEY = /^[\x21-\x7e]{1,255}$/;

/** @throws AppError `bad_request` for a malformed key */
export function checkIdempotencyKey(key: string): void {
  if (!KEY.test(key)) throw invalid('idempotencyKey', 'must be 1 to 255 visible ASCII characters');
}

/** Stores acceptances by `Idempotency-Key` for 24 hours, per user and endpoint (contract: Jobs). */
@Injectable()
export class Idempotency {
  constructor(
    private readonly known: IdempotencyKeysStore,
    private readonly keyRing: KeyRing,
  ) {}

  /**
   * @returns the job that the same request created before, or undefined
   * @throws AppError `bad_request` for a malformed key, `conflict` if the key belongs to another request
   */
  async find(request: IdempotentRequest): Promise<string | undefined> {
    checkIdempotencyKey(request.key);
    const { owner, type, key } = request;
    const row = await this.known.find(owner, type, this.keyRing.hashes(KEY_PURPOSE, key));
    return row ? this.same(row, request) : undefined;
  }

  /**
   * Reserves the key for a new job, in the transaction that creates it.
   *
   * @returns `jobId`, or the other job if it was first
   */
  async take(tx: Transaction, request: IdempotentRequest, jobId: string): Promise<string> {
    const { owner, type, key } = request;
    const identity = { owner, type, keyHash: this.keyRing.hash(KEY_PURPOSE, key) };
    const [requestHash] = this.hashesOf(request);
    const other = await this.known.take(tx, identity, { requestHash, jobId });
    return other ? this.same(other, request) : jobId;
  }

  private same(row: IdempotencyKeyRow, request: IdempotentRequest): string {
    // Also checks main keys that only decrypt, because the 24 hours may include a rotation.
    if (this.hashesOf(request).includes(row.requestHash)) return row.jobId;
    throw new AppError('conflict', 'This Idempotency-Key was used for another request; use a new one');
  }

  private hashesOf({ fields }: IdempotentRequest): [string, ...string[]] {
    return this.keyRing.hashes('idempotent-request', JSON.stringify(fields));
  }
}
