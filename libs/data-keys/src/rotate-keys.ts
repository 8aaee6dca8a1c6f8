import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Transactions, type Transaction } from '@app/common';
import { KeyRing } from '@app/crypto';
import { MainKeysStore, type MainKeyCount, type StoredKey } from './main-keys.store';

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
    private readonly transactions: Transactions,
    private readonly store: MainKeysStore,
    private readonly keyRing: KeyRing,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param signal ends it after the step that runs
   * @param onProgress how many of how many are done
   * @throws Error where a data key cannot be opened: its main key is missing, or it is damaged
   */
  async execute(signal: AbortSignal, onProgress: (done: number, all: number) => void): Promise<Rotation> {
    const [key] = this.keyRing.ids;
    await this.record('begun', 0);
    let rewrapped = 0;
    // Counted anew after each pass: some were held by others, and a process with older settings may have made more.
    let old = await this.store.countsWithout(key);
    for (; old.length > 0 && !signal.aborted; old = await this.store.countsWithout(key)) {
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
      const keys = await this.transactions.run((tx) => this.step(tx, keyId, after));
      yield keys.length;
      if (keys.length < STEP) return;
      after = keys.at(-1)!.subjectId;
    }
  }

  private async step(tx: Transaction, keyId: string, after: string): Promise<StoredKey[]> {
    const keys = await this.store.lockNext(tx, keyId, after, STEP);
    const anew = keys.map(({ subjectId, ...wrapped }) => ({
      subjectId,
      ...this.keyRing.wrap(this.keyRing.unwrap(wrapped, subjectId), subjectId),
    }));
    await this.store.rewrap(tx, this.keyRing.ids[0], anew);
    return keys;
  }

  private record(reason: 'begun' | 'stopped' | 'finished', count: number): Promise<void> {
    const [id] = this.keyRing.ids;
    return this.trail.recordAlone({
      action: 'keys.rotate',
      reason,
      subject: { type: 'key', id },
      counts: { data_keys: count },
    });
  }
}

const total = (keys: readonly MainKeyCount[]): number => keys.reduce((sum, { count }) => sum + count, 0);
