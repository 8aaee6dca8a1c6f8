import { setImmediate } from 'node:timers/promises';

export interface SlotsOptions<T> {
  /** How many run at once. */
  size: number;
  /** Takes up to `free` pieces of work, so that nobody else takes them. */
  claim: (free: number) => Promise<readonly T[]>;
  /** Does one piece of work. What it throws is told to `onError`. */
  run: (work: T) => Promise<void>;
  /** A claim was answered in full: there may be more than this process can take. */
  onMore: () => void;
  /** Whether other work may have waited for this very piece to end. Not given: never. */
  freesMore?: (work: T) => boolean;
  onError: (error: unknown) => void;
}

/** After a claim that failed, the next one comes by itself: whoever rang will not ring again. */
const RETRY_MS = 1_000;

/**
 * The slots in which one process does one kind of work. A ring makes it claim until nothing is left; as long
 * as all slots are taken it claims nothing, and other processes answer the rings. Own code, since queues such as
 * p-queue are handed work: here free slots decide how much is claimed.
 */
export class Slots<T> {
  private readonly running = new Set<Promise<void>>();
  private filling: Promise<void> | undefined;
  private woken = false;
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: SlotsOptions<T>) {}

  /** Work in progress. */
  get busy(): number {
    return this.running.size;
  }

  /** Resolves once a claim that began after this call found nothing more. */
  wake(): Promise<void> {
    this.woken = true;
    this.filling ??= this.fill();
    return this.filling;
  }

  /** No new work; resolves when the work in progress has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.filling;
    await Promise.all(this.running);
  }

  private async fill(): Promise<void> {
    const { size, onMore } = this.options;
    while (this.woken && !this.stopped) {
      // Work that ends together frees its slots in one turn of the event loop: one claim fills them all.
      await setImmediate();
      if (this.stopped) break;
      const free = size - this.running.size;
      if (free === 0) {
        await Promise.race(this.running);
        continue;
      }
      this.woken = false;
      const work = await this.claim(free);
      for (const piece of work) this.start(piece);
      if (work.length < free) continue;
      this.woken = true;
      onMore();
    }
    // In the same step as the last look at `woken`: a ring in between would be lost.
    this.filling = undefined;
  }

  private async claim(free: number): Promise<readonly T[]> {
    try {
      return await this.options.claim(free);
    } catch (error) {
      this.options.onError(error);
      clearTimeout(this.retry);
      if (!this.stopped) this.retry = setTimeout(() => void this.wake(), RETRY_MS);
      return [];
    }
  }

  private start(work: T): void {
    const slot = this.occupy(work);
    this.running.add(slot);
    void slot.finally(() => {
      this.running.delete(slot);
      if (!this.stopped && this.options.freesMore?.(work)) void this.wake();
    });
  }

  private async occupy(work: T): Promise<void> {
    try {
      await this.options.run(work);
    } catch (error) {
      this.options.onError(error);
    }
  }
}
