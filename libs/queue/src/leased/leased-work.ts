import { waitAtMost } from '@app/common';
import { Leases } from './leases';
import { Slots } from './slots';

/** What an aggregate gives to be worked on under leases. Its store says in SQL which rows are next, and what counts. */
export interface LeasedWorkOptions<Row, Work extends { id: string }> {
  /** How many pieces of work this process does at once. */
  size: number;
  /** Leases up to `free` rows to this process. */
  claim: (free: number) => Promise<readonly Row[]>;
  /** Reads claimed rows; one that cannot be read costs only itself. */
  open: (rows: readonly Row[]) => OpenedRows<Row, Work> | Promise<OpenedRows<Row, Work>>;
  /** Lets go of a row that cannot be read: it waits, uncounted, until that may be mended. */
  setAside: (row: Row, error: unknown) => Promise<void>;
  /** Not given where work never outlasts the lease of its claim; then it is waited for at the end. */
  lease?: RenewedLease;
  /** @param signal aborted where the lease is lost, or the work is given back */
  run: (work: Work, signal: AbortSignal) => Promise<void>;
  /** A claim was answered in full: there may be more than this process can take. */
  onMore: () => void;
  /** Whether other work may have waited for this very piece to end. Not given: never. */
  freesMore?: (work: Work) => boolean;
  onError: (error: unknown) => void;
}

export interface OpenedRows<Row, Work> {
  opened: readonly Work[];
  unreadable: readonly { row: Row; error: unknown }[];
}

export interface RenewedLease {
  leaseMs: number;
  /** How long work that runs when the process stops may take to end. */
  graceMs: number;
  /** @returns the ids of those that this process still has */
  renew: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Lets go of rows, uncounted, for another process to begin anew. @returns how many were still this process's */
  giveBack: (ids: readonly string[]) => Promise<number>;
  /** Told of each lease that is found lost while its work runs. */
  onLost: () => void;
  onError: (error: unknown) => void;
}

/** The signal of work that keeps its lease for as long as it takes. */
const NEVER = new AbortController().signal;

/**
 * Work that lies in rows, done by whichever process has room: claimed under a lease, renewed while it runs, set aside
 * where it cannot be read, and given back where its process stops. Settling it is {@link Settlements}.
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

  /** Does what waits, until nothing more does that this process has room for. */
  wake(): Promise<void> {
    return this.slots.wake();
  }

  /** @returns up to `free` pieces of work that are this process's now, and fewer only where no more waits */
  async claim(free: number): Promise<readonly Work[]> {
    const { claim, open, setAside } = this.options;
    const claimed: Work[] = [];
    // What cannot be read leaves its room to others.
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

  /** Somebody says that it was taken from this process: its lease is looked at now. */
  check(id: string): void {
    this.leases?.check(id);
  }

  /**
   * No new work. What runs is waited for, where it has a renewed lease for its grace; then it is given back.
   *
   * @returns how many were given back
   */
  async stop(): Promise<number> {
    const stopped = this.slots.stop();
    const { lease } = this.options;
    if (!lease || !this.leases) return stopped.then(() => 0);
    await waitAtMost(lease.graceMs, stopped);
    const ids = this.leases.abandon();
    return ids.length > 0 ? lease.giveBack(ids) : 0;
  }

  private async run(work: Work): Promise<void> {
    const { leases, options } = this;
    if (!leases) return options.run(work, NEVER);
    try {
      await options.run(work, leases.hold(work.id));
    } finally {
      leases.forget(work.id);
    }
  }
}
