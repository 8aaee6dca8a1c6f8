/** A lease is renewed this often in its length. */
const BEATS = 4;

export interface LeasesOptions {
  /** How long a lease lasts that nobody renews. */
  leaseMs: number;
  /** Makes these leases last `leaseMs` from now. @returns the ids of those that this process still has */
  renew: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Told of each lease that is found lost. */
  onLost: () => void;
  onError: (error: unknown) => void;
}

interface Held {
  abort: AbortController;
  /** By the clock that only goes forward: a wall clock may be moved. */
  renewedAt: number;
}

/**
 * Keeps this process's leases on rows alive. Where one is gone (the row was taken away, or taken over after this process
 * was frozen), its signal is aborted, so that nothing is done twice at once.
 */
export class Leases {
  private readonly held = new Map<string, Held>();
  private timer: NodeJS.Timeout | undefined;
  private onIdle: (() => void)[] = [];

  constructor(private readonly options: LeasesOptions) {}

  /** A lease that this process was just given is renewed until {@link forget}. @returns aborted once it is lost */
  hold(id: string): AbortSignal {
    const abort = new AbortController();
    this.held.set(id, { abort, renewedAt: performance.now() });
    this.timer ??= setInterval(() => void this.renew(), this.options.leaseMs / BEATS);
    return abort.signal;
  }

  /** This process is done with it. */
  forget(id: string): void {
    this.held.delete(id);
    if (this.held.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    for (const tell of this.onIdle.splice(0)) tell();
  }

  /** Somebody says that it was taken away. That is only a hint to look now: the rows decide. */
  check(id: string): void {
    if (this.held.has(id)) void this.renew();
  }

  /** Whoever works under a lease is told to stop. @returns the ids that are to be given back */
  abandon(): string[] {
    for (const { abort } of this.held.values()) abort.abort();
    return [...this.held.keys()];
  }

  /** Resolves as soon as nothing is held. */
  async idle(): Promise<void> {
    if (this.held.size > 0) await new Promise<void>((resolve) => this.onIdle.push(resolve));
  }

  /** Renews nothing any more: what is held runs out. */
  close(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
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

  /** While the database is away nobody else can claim; once it is back, somebody may before the next renewal. */
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
