import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '@app/common';
import { managerOf, runOnce, statement } from '@app/database';

/** A file or a batch at a provider. */
export interface LeftAtProvider {
  provider: string;
  kind: 'file' | 'batch';
  upstreamId: string;
}

/** Stores what must be removed at providers, with the time at which it is due. */
@Injectable()
export class ProviderRemovalsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @param dueAt replaces an earlier or later time */
  async plan(left: readonly LeftAtProvider[], dueAt: Date, transaction?: Transaction): Promise<void> {
    const tx = transaction ? managerOf(transaction) : this.db.manager;
    await tx.query(
      `INSERT INTO provider_removals (provider, kind, upstream_id, due_at)
       SELECT provider, kind, upstream_id, $4
       FROM unnest($1::text[], $2::text[], $3::text[]) AS given (provider, kind, upstream_id)
       ON CONFLICT (provider, kind, upstream_id) DO UPDATE SET due_at = excluded.due_at`,
      [
        left.map(({ provider }) => provider),
        left.map(({ kind }) => kind),
        left.map(({ upstreamId }) => upstreamId),
        dueAt,
      ],
    );
  }

  /** Returns a due removal, which is due again at `retryAt`. */
  async takeDue(now: Date, retryAt: Date): Promise<LeftAtProvider | undefined> {
    const query = statement(
      `UPDATE provider_removals SET due_at = $2 WHERE (provider, kind, upstream_id) =
         (SELECT provider, kind, upstream_id FROM provider_removals WHERE due_at <= $1
          ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING provider, kind, upstream_id AS "upstreamId"`,
      [now, retryAt],
    );
    return (await runOnce<LeftAtProvider>(this.db, query)).rows[0];
  }

  async done({ provider, kind, upstreamId }: LeftAtProvider): Promise<void> {
    const query = statement(
      'DELETE FROM provider_removals WHERE provider = $1 AND kind = $2 AND upstream_id = $3',
      [provider, kind, upstreamId],
    );
    await runOnce(this.db, query);
  }
}
