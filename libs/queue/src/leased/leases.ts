import { setTimeout as pause } from 'node:timers/promises';
import { Batch, type BatchOptions } from '@app/common';

/** The number of renewals within the length of a lease. */
const RENEWALS = 4;

export interface LeasesOptions {
  /** The length of a lease without a renewal. */
  leaseMs: number;
  /** Extends these leases to `leaseMs` from now. @returns the ids that this process still leases */
  renew: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Called for each lease that is found lost. */
  onLost: () => void;
  onError: (error: unknown) => void;
}

interface Held {
  abort: AbortController;
  /** Time by a monotonic clock, since a wall clock may be changed. */
  renewedAt: number;
}

/**
 * Renews this process's leases on rows. If a lease is lost (the row was taken away, or taken over after this process was
 * frozen), its signal is aborted, so that two processes do not work on one row.
 */
export class Leases {
  private readonly held = new Map<string, Held>();
  private timer: NodeJS.Timeout | undefined;
  private onIdle: (() => void)[] = [];

  constructor(private readonly options: LeasesOptions) {}

  /** Renews a newly claimed lease until {@link stopRenewing}. @returns a signal that is aborted if the lease is lost */
  keepRenewing(id: string): AbortSignal {
    const abort = new AbortController();
    this.held.set(id, { abort, renewedAt: performance.now() });
    this.timer ??= setInterval(() => void this.renewAll(), this.options.leaseMs / RENEWALS);
    return abort.signal;
  }

  /** Stops renewing a lease, because its work has ended. */
  stopRenewing(id: string): void {
    this.held.delete(id);
    if (this.held.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    for (const tell of this.onIdle.splice(0)) tell();
  }

  /** Checks the leases now, after a hint that one was taken away. Only the rows decide. */
  check(id: string): void {
    if (this.held.has(id)) void this.renewAll();
  }

  /** Aborts the work under all leases. @returns the ids to release */
  abandon(): string[] {
    for (const { abort } of this.held.values()) abort.abort();
    return [...this.held.keys()];
  }

  /** Resolves as soon as no lease is left. */
  async idle(): Promise<void> {
    if (this.held.size > 0) await new Promise<void>((resolve) => this.onIdle.push(resolve));
  }

  /** Stops renewing. The remaining leases expire. */
  close(): void {
    clearInterval(this.timer);
  }

  private async renewAll(): Promise<void> {
    const ids = [...this.held.keys()];
    const sentAt = performance.now();
    try {
      const renewed = new Set(await this.options.renew(ids));
      for (const id of ids) {
        const held = this.held.get(id);
        if (renewed.has(id) && held) held.renewedAt = sentAt;
        else if (held) this.lose(held);
      }
    } catch (error) {
      this.options.onError(error);
    }
    this.abortExpired();
  }

  /** During a database outage no other process can claim. Afterwards another process may, before the next renewal. */
  private abortExpired(): void {
    const now = performance.now();
    for (const held of this.held.values()) if (now - held.renewedAt > this.options.leaseMs) this.lose(held);
  }

  private lose({ abort }: Held): void {
    if (abort.signal.aborted) return;
    abort.abort();
    this.options.onLost();
  }
}

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
