import { EventLoop } from '../support/event-loop';

/** What a process came to while it was watched. */
export interface Worst {
  /** The longest time in which its event loop did nothing else, without the time in which it had no processor. */
  heldMs: number;
  /** The same as it was seen, with that time. */
  seenMs: number;
  memoryBytes: number;
}

/** Often, so that little of the waiting that is taken off a hold was before or after it. */
const LOOK_EVERY_MS = 100;

/** Reads a program's metrics again and again, and remembers the worst. */
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
    // What it did before is not looked at.
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
