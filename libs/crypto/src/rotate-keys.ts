import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { KeyRing } from './key-ring';

/** Data keys that one transaction wraps anew. */
const STEP = 500;
/** Where all that is left is held by others at this moment. */
const HELD_PAUSE_MS = 200;

export interface Rotation {
  /** The main key that now wraps. */
  key: string;
  /** Data keys that were wrapped anew. */
  rewrapped: number;
  /** Data keys that other main keys still wrap. */
  left: number;
}

interface Row {
  subject_id: string;
  wrapped: Buffer;
}

interface OldKey {
  keyId: string;
  /** Data keys that it wraps. */
  count: number;
}

/** Before every id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Wraps every data key with the first main key, so that the others may be removed. In small transactions, each
 * whole by itself: it may run beside the programs, be stopped at any moment and be started again. What the data keys
 * encrypt stays as it is.
 */
@Injectable()
export class RotateKeys {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly ring: KeyRing,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param signal ends it after the step that runs
   * @param onProgress how many of how many are done
   * @throws Error where a data key cannot be opened: its main key is missing, or it is damaged
   */
  async execute(signal: AbortSignal, onProgress: (done: number, all: number) => void): Promise<Rotation> {
    const [key] = this.ring.ids;
    await this.record('begun', 0);
    let rewrapped = 0;
    // Counted anew after each pass: some were held by others, and a process with older settings may have made more.
    let old = await this.oldKeys();
    for (; old.length > 0 && !signal.aborted; old = await this.oldKeys()) {
      const all = rewrapped + total(old);
      const before = rewrapped;
      for (const { keyId } of old)
        for await (const step of this.pass(keyId, signal)) onProgress((rewrapped += step), all);
      if (rewrapped === before) await pause(HELD_PAUSE_MS);
    }
    await this.record(old.length > 0 ? 'stopped' : 'finished', rewrapped);
    return { key, rewrapped, left: total(old) };
  }

  /** Once through the data keys of one main key, in order. */
  private async *pass(keyId: string, signal: AbortSignal): AsyncGenerator<number> {
    let after = NIL;
    while (!signal.aborted) {
      const rows = await this.db.transaction((tx) => this.step(tx, keyId, after));
      yield rows.length;
      if (rows.length < STEP) return;
      after = rows.at(-1)!.subject_id;
    }
  }

  /** Those that others hold are passed over: nobody waits for anybody in here. */
  private async step(tx: EntityManager, keyId: string, after: string): Promise<Row[]> {
    const rows = await tx.query<Row[]>(
      `SELECT subject_id, wrapped FROM data_keys WHERE key_id = $1 AND subject_id > $2
       ORDER BY subject_id LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [keyId, after, STEP],
    );
    const anew = rows.map(({ subject_id: id, wrapped }) =>
      this.ring.wrap(this.ring.unwrap({ keyId, wrapped }, id), id),
    );
    await tx.query(
      `UPDATE data_keys SET key_id = $1, wrapped = anew.wrapped
       FROM unnest($2::uuid[], $3::bytea[]) AS anew (subject_id, wrapped)
       WHERE data_keys.subject_id = anew.subject_id`,
      [this.ring.ids[0], rows.map(({ subject_id: id }) => id), anew.map(({ wrapped }) => wrapped)],
    );
    return rows;
  }

  private oldKeys(): Promise<OldKey[]> {
    return this.db.query(
      `SELECT key_id AS "keyId", count(*)::int AS count FROM data_keys
       WHERE key_id < $1 OR key_id > $1 GROUP BY key_id ORDER BY key_id`,
      [this.ring.ids[0]],
    );
  }

  private record(reason: 'begun' | 'stopped' | 'finished', count: number): Promise<void> {
    const [id] = this.ring.ids;
    return this.trail.record(this.db.manager, {
      action: 'keys.rotate',
      reason,
      subject: { type: 'key', id },
      counts: { data_keys: count },
    });
  }
}

const total = (keys: readonly OldKey[]): number => keys.reduce((sum, { count }) => sum + count, 0);
