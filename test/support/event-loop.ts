import { readFileSync } from 'node:fs';

/** Interval of the program's own timer (prom-client's default). A tick that arrives in time counts as no delay. */
const LOOK_EVERY_MS = 10;

export interface LoopTimes {
  /** Longest event loop delay, which includes waiting for a processor. */
  heldMs: number;
  /** Milliseconds in which the main thread ran, and in which it waited for a processor. */
  busyMs: number;
  waitedMs: number;
}

/** Reads a program's event loop delays since the last reading. */
export class EventLoop {
  private before = { busyMs: 0, waitedMs: 0 };

  /** @param metricsUrl address of the metrics; each reading resets the program's maximum */
  constructor(
    private readonly pid: number,
    private readonly metricsUrl: string,
  ) {}

  async read(): Promise<LoopTimes> {
    return this.readFrom(await (await fetch(this.metricsUrl)).text());
  }

  /** @param metrics text that was read just before */
  readFrom(metrics: string): LoopTimes {
    const [, longest] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics) ?? [];
    if (longest === undefined) throw new Error('The program exports no event loop metrics');
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

/**
 * Reads the times of a process' main thread from Linux' scheduler statistics, in nanoseconds: running, and ready without a
 * processor.
 */
function scheduled(pid: number): { busyMs: number; waitedMs: number } {
  const [busy = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
    .split(' ')
    .map(Number);
  return { busyMs: busy / 1e6, waitedMs: waited / 1e6 };
}
