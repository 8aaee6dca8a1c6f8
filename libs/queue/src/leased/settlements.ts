import { setTimeout as pause } from 'node:timers/promises';
import { Batch, type BatchOptions } from '@app/common';

export interface SettlementsOptions<T, R> extends BatchOptions<T, R> {
  /** The number of tries to write a result. */
  tries: number;
  onError: (error: unknown, item: T, attempt: number) => void;
}

/** Added to the pause after each failed try. */
const PAUSE_MS = 500;

/**
 * Writes the results of work, together with others that end at the same moment. The work is done, so a database restart
 * at that moment must not cause it to run again.
 */
export class Settlements<T, R> {
  private readonly batch: Batch<T, R>;

  constructor(private readonly options: SettlementsOptions<T, R>) {
    this.batch = new Batch(options);
  }

  /** @throws the error of the last try; the lease then expires, and a process does the work again */
  async add(item: T): Promise<R> {
    const { tries, onError } = this.options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.batch.add(item);
      } catch (error) {
        onError(error, item, attempt);
        if (attempt === tries) throw error;
        await pause(attempt * PAUSE_MS);
      }
    }
  }
}
