import { EventLoop } from '../support/event-loop';

/** Extreme values of a process while it was watched. */
export interface Worst {
  /** Longest event loop delay, without the time in which it had no processor. */
  heldMs: number;
  /** Longest observed event loop delay, with the time without a processor. */
  seenMs: number;
  memoryBytes: number;
}

/** Short, so that the waiting time subtracted from a delay lies almost completely within it. */
const LOOK_EVERY_MS = 100;

/** Reads a program's metrics repeatedly and keeps the maxima. */
export class Watch {
  readonly worst: Worst = { heldMs: 0, seenMs: 0, memoryBytes: 0 };
  private readonly loop: EventLoop;
  private readonly stopped = new AbortController();
  private readonly watching: Promise<void>;

  constructor(
    pid: number,
    private readonly metricsUrl: string,
  ) {
    this.loop = new EventLoop(pid, metricsUrl);
    this.watching = this.watch();
  }

  async stop(): Promise<Worst> {
    this.stopped.abort();
    await this.watching;
    return this.worst;
  }

  private async watch(): Promise<void> {
    // Values from before are ignored.
    await this.loop.read();
    while (!this.stopped.signal.aborted) {
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
      const metrics = await (await fetch(this.metricsUrl)).text();
      const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(metrics) ?? [];
      const { worst } = this;
      worst.memoryBytes = Math.max(worst.memoryBytes, Number(bytes));
      const { heldMs, waitedMs } = this.loop.readFrom(metrics);
      worst.seenMs = Math.max(worst.seenMs, heldMs);
      worst.heldMs = Math.max(worst.heldMs, heldMs - waitedMs);
    }
  }
}
