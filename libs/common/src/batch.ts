export interface BatchOptions<T, R> {
  /** Processes several items, all or none. Must be idempotent: it may be called again with items of an earlier call. */
  work: (items: readonly T[]) => Promise<readonly R[]>;
  /** The share of the capacity `room` that an item uses. A heavier item runs alone. If absent, 1. */
  weigh?: (item: T) => number;
  room: number;
}

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** The number of concurrent batches, so that light ones need not wait for a heavy one. */
const LANES = 2;

/**
 * Collects items while earlier work is running, and processes them together: under load, many share one statement and one
 * flush to disk, and no item waits for others. If a batch fails, each of its items is retried alone, so that one cannot
 * fail the others.
 */
export class Batch<T, R> {
  private readonly waiting: Waiting<T, R>[] = [];
  private lanes = 0;

  constructor(private readonly options: BatchOptions<T, R>) {}

  /** @returns the result of `work` for this item; rejects if it failed for this item alone */
  add(item: T): Promise<R> {
    const result = new Promise<R>((resolve, reject) => this.waiting.push({ item, resolve, reject }));
    if (this.lanes < LANES) {
      this.lanes += 1;
      // Items added in the same turn of the event loop join the batch.
      setImmediate(() => void this.drain());
    }
    return result;
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) await this.settle(this.next());
    // Synchronous with the last check for waiting items.
    this.lanes -= 1;
  }

  private next(): Waiting<T, R>[] {
    const { weigh = () => 1, room } = this.options;
    let weight = weigh(this.waiting[0]!.item);
    let count = 1;
    while (count < this.waiting.length) {
      weight += weigh(this.waiting[count]!.item);
      if (weight > room) break;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  private async settle(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.options.work(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i]!);
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else await Promise.all(batch.map((one) => this.settle([one])));
    }
  }
}
