import { setImmediate } from 'node:timers/promises';
import { waitAtMost } from '@app/common';
import { Leases } from './leases';

/** The operations of an aggregate that leased work needs. The aggregate's store selects the next rows in SQL. */
export interface LeasedWorkOptions<Row, Work extends { id: string }> {
  /** The number of rows that this process works on at the same time. */
  size: number;
  /** Leases up to `free` rows to this process. */
  claim: (free: number) => Promise<readonly Row[]>;
  /** Reads claimed rows. A row that cannot be read does not affect the others. */
  open: (rows: readonly Row[]) => OpenedRows<Row, Work> | Promise<OpenedRows<Row, Work>>;
  /** Releases a row that cannot be read. It waits, without counting an attempt, until it may be readable. */
  setAside: (row: Row, error: unknown) => Promise<void>;
  /** If absent, work always ends within the lease of its claim, and `stop` waits for it. */
  lease?: RenewedLease;
  /** @param signal aborted if the lease is lost or the row is released */
  run: (work: Work, signal: AbortSignal) => Promise<void>;
  /** Called when a claim returned as many rows as requested: there may be more than this process can work on. */
  onMore: () => void;
  /** Returns whether other rows may have been waiting for this one to end. If absent, never. */
  freesMore?: (work: Work) => boolean;
  onError: (error: unknown) => void;
}

export interface OpenedRows<Row, Work> {
  opened: readonly Work[];
  unreadable: readonly { row: Row; error: unknown }[];
}

export interface RenewedLease {
  leaseMs: number;
  /** The time that running work has to end when the process stops. */
  graceMs: number;
  /** @returns the ids that this process still leases */
  renew: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Releases rows, so that another process can restart them. @returns how many this process still leased */
  release: (ids: readonly string[]) => Promise<number>;
  /** Called for each lease that is lost while its work runs. */
  onLost: () => void;
  onError: (error: unknown) => void;
}

/** The signal of work without a renewed lease. */
const NEVER = new AbortController().signal;

/**
 * Processes rows in any process with free slots. Rows are claimed under a lease, which is renewed while the work runs. A
 * row that cannot be read is set aside. A process that stops releases its rows. {@link Settlements} stores the results.
 */
export class LeasedWork<Row, Work extends { id: string }> {
  private readonly slots: Slots<Work>;
  private readonly leases: Leases | undefined;

  constructor(private readonly options: LeasedWorkOptions<Row, Work>) {
    const { size, lease, onMore, freesMore, onError } = options;
    this.leases = lease && new Leases(lease);
    this.slots = new Slots({
      size,
      claim: (free) => this.claim(free),
      run: (work) => this.run(work),
      onMore,
      ...(freesMore && { freesMore }),
      onError,
    });
  }

  /** Claims and processes rows until none is left, or until all slots of this process are taken. */
  wake(): Promise<void> {
    return this.slots.wake();
  }

  /** @returns up to `free` rows that this process now leases; fewer only if no more rows wait */
  async claim(free: number): Promise<readonly Work[]> {
    const { claim, open, setAside } = this.options;
    const claimed: Work[] = [];
    // A row that cannot be read leaves its slot free.
    for (let room = free; room > 0;) {
      const rows = await claim(room);
      if (rows.length === 0) break;
      const { opened, unreadable } = await open(rows);
      for (const { row, error } of unreadable) await setAside(row, error);
      claimed.push(...opened);
      room = rows.length < room ? 0 : unreadable.length;
    }
    return claimed;
  }

  /** Checks a lease now, after a notification that the row was taken from this process. */
  check(id: string): void {
    this.leases?.check(id);
  }

  /**
   * Claims no more rows. Waits for running work; if it has a renewed lease, only for its grace period. Then releases it.
   *
   * @returns the number of released rows
   */
  async stop(): Promise<number> {
    const stopped = this.slots.stop();
    const { lease } = this.options;
    if (!lease || !this.leases) return stopped.then(() => 0);
    await waitAtMost(lease.graceMs, stopped);
    const ids = this.leases.abandon();
    return ids.length > 0 ? lease.release(ids) : 0;
  }

  private async run(work: Work): Promise<void> {
    const { leases, options } = this;
    if (!leases) return options.run(work, NEVER);
    try {
      await options.run(work, leases.keepRenewing(work.id));
    } finally {
      leases.stopRenewing(work.id);
    }
  }
}

interface SlotsOptions<T> {
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
