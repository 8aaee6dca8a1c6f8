import { setTimeout as pause } from 'node:timers/promises';
import { Batch, type BatchOptions } from '@app/common';

export interface SettlementsOptions<T, R> extends BatchOptions<T, R> {
  /** How often it is tried to write one down. */
  tries: number;
  onError: (error: unknown, item: T, attempt: number) => void;
}

/** Added to the pause after each try that failed. */
const PAUSE_MS = 500;

/**
 * Writes down how work ended, together with what else ends just now. The work is done: a database that restarts at that
 * moment is no reason to do it again.
 */
export class Settlements<T, R> {
  private readonly batch: Batch<T, R>;

  constructor(private readonly options: SettlementsOptions<T, R>) {
    this.batch = new Batch(options);
  }

  /** @throws what the last try failed with: the lease runs out, and somebody does the work again */
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
