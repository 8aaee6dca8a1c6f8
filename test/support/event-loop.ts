import { readFileSync } from 'node:fs';

/** What the program's own timer waits between two looks (prom-client's default); a look that comes in time is no hold. */
const LOOK_EVERY_MS = 10;

export interface LoopTimes {
  /** The longest time in which the event loop did nothing else, or had no processor. */
  heldMs: number;
  /** Time in which it was at work, and in which it waited for a processor. */
  busyMs: number;
  waitedMs: number;
}

/** Reads how a program's event loop fared since the last reading. */
export class EventLoop {
  private before = { busyMs: 0, waitedMs: 0 };

  /** @param metricsUrl whose reading starts the program's own record anew */
  constructor(
    private readonly pid: number,
    private readonly metricsUrl: string,
  ) {}

  async read(): Promise<LoopTimes> {
    return this.readFrom(await (await fetch(this.metricsUrl)).text());
  }

  /** @param metrics as they were read just now */
  readFrom(metrics: string): LoopTimes {
    const [, longest] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics) ?? [];
    if (longest === undefined) throw new Error('The program does not tell of its event loop');
    const now = scheduled(this.pid);
    const { before } = this;
    this.before = now;
    return {
      heldMs: Number(longest) * 1000 - LOOK_EVERY_MS,
      busyMs: now.busyMs - before.busyMs,
      waitedMs: now.waitedMs - before.waitedMs,
    };
  }
}

/** A process' main thread, from Linux' scheduler statistics: nanoseconds at work, nanoseconds ready but without processor. */
function scheduled(pid: number): { busyMs: number; waitedMs: number } {
  const [busy = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
    .split(' ')
    .map(Number);
  return { busyMs: busy / 1e6, waitedMs: waited / 1e6 };
}
