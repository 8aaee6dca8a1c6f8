import { setImmediate } from 'node:timers/promises';

export interface SlotsOptions<T> {
  /** The number of pieces of work that run at the same time. */
  size: number;
  /** Claims up to `free` pieces of work exclusively. */
  claim: (free: number) => Promise<readonly T[]>;
  /** Does one piece of work. Its error is passed to `onError`. */
  run: (work: T) => Promise<void>;
  /** Called when a claim returned as much work as requested: there may be more than this process can do. */
  onMore: () => void;
  /** Returns whether other work may have been waiting for this piece to end. If absent, never. */
  freesMore?: (work: T) => boolean;
  onError: (error: unknown) => void;
}

/** The pause before a failed claim is retried. The sender of the notification does not repeat it. */
const RETRY_MS = 1_000;

/**
 * The slots in which one process does one kind of work. A notification makes it claim until no work is left. While all
 * slots are taken it claims nothing, and other processes answer the notifications. This is own code because libraries
 * such as p-queue accept pushed work, while here the free slots decide how much is claimed.
 */
export class Slots<T> {
  private readonly running = new Set<Promise<void>>();
  private filling: Promise<void> | undefined;
  private woken = false;
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: SlotsOptions<T>) {}

  /** The number of pieces of work in progress. */
  get busy(): number {
    return this.running.size;
  }

  /** Resolves when a claim that began after this call found no more work. */
  wake(): Promise<void> {
    this.woken = true;
    this.filling ??= this.fill();
    return this.filling;
  }

  /** Claims no more work. Resolves when the work in progress has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.filling;
    await Promise.all(this.running);
  }

  private async fill(): Promise<void> {
    const { size, onMore } = this.options;
    while (this.woken && !this.stopped) {
      // Work that ends together frees its slots in one turn of the event loop, and one claim fills them all.
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
    // Synchronous with the last check of `woken`: otherwise a notification in between would be lost.
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
