import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Transactions, type Transaction } from '@app/common';
import { KeyRing } from '@app/crypto';
import type { StoredKey } from './data-keys.store';
import { MainKeysStore, type MainKeyCount } from './main-keys.store';

/** The number of data keys that one transaction rewraps. */
const STEP = 500;
/** The pause if other processes have locked all remaining data keys. */
const HELD_PAUSE_MS = 200;

export interface Rotation {
  /** The main key that now wraps all data keys. */
  key: string;
  /** The number of rewrapped data keys. */
  rewrapped: number;
  /** The number of data keys that other main keys still wrap. */
  left: number;
}

/** Sorts before every id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Rewraps every data key with the first main key, so that the other main keys may be removed. It works in small
 * independent transactions, so it may run while the programs run, stop at any moment and start again. The data that the
 * data keys encrypt does not change.
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
   * @param signal stops it after the current step
   * @param onProgress receives the number of finished data keys and the total
   * @throws Error if a data key cannot be unwrapped, because its main key is missing or it is damaged
   */
  async execute(signal: AbortSignal, onProgress: (done: number, all: number) => void): Promise<Rotation> {
    const [key] = this.keyRing.ids;
    await this.record('begun', 0);
    let rewrapped = 0;
    // Counted again after each pass: other processes may have locked some, or created more with older settings.
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

  /** Processes the data keys of one main key once, in order. */
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
    const rewrapped = keys.map(({ subjectId, ...wrapped }) => ({
      subjectId,
      ...this.keyRing.wrap(this.keyRing.unwrap(wrapped, subjectId), subjectId),
    }));
    await this.store.rewrap(tx, this.keyRing.ids[0], rewrapped);
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
