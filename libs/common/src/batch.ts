export interface BatchOptions<T, R> {
  /** Does several at once, all or none. Must bear being called again with what an earlier call had done. */
  work: (items: readonly T[]) => Promise<readonly R[]>;
  /** How much of `room` an item takes; an item that takes more than all of it goes alone. Not given: 1. */
  weigh?: (item: T) => number;
  room: number;
}

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** At once under way: behind a heavy batch the light ones need not wait. */
const LANES = 2;

/**
 * Gathers what is asked for while earlier work is under way, and does it together: under load many share one
 * statement and one flush to disk, and nobody waits for company. Where a batch fails, each of it is tried alone,
 * so that one cannot fail the others.
 */
export class Batch<T, R> {
  private readonly waiting: Waiting<T, R>[] = [];
  private lanes = 0;

  constructor(private readonly options: BatchOptions<T, R>) {}

  /** @returns what `work` returned for this item; rejects where it failed for this item alone */
  add(item: T): Promise<R> {
    const result = new Promise<R>((resolve, reject) => this.waiting.push({ item, resolve, reject }));
    if (this.lanes < LANES) {
      this.lanes += 1;
      // What the same turn of the event loop adds comes along.
      setImmediate(() => void this.drain());
    }
    return result;
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) await this.settle(this.next());
    // In the same step as the last look at what waits.
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
