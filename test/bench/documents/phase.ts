import { setTimeout } from 'node:timers/promises';
import type { EventLoop, LoopTimes } from '../../support/event-loop';

const EVERY_MS = 20;

/** Latencies of other users during one kind of load, over all rounds. */
export class Phase {
  private readonly times: number[] = [];
  private readonly loop: LoopTimes = { heldMs: 0, busyMs: 0, waitedMs: 0 };
  private lastedMs = 0;

  constructor(
    readonly name: string,
    private readonly work: () => Promise<unknown>,
  ) {}

  get seconds(): number {
    return this.lastedMs / 1000;
  }

  /** Runs one round. Requests start on schedule, also if earlier ones are late, so that waiting times are measured. */
  async run(ask: () => Promise<void>, eventLoop: EventLoop): Promise<void> {
    await eventLoop.read();
    const ended = new AbortController();
    const startedAt = performance.now();
    const done = this.work().finally(() => ended.abort());
    const asked: Promise<void>[] = [];
    for (let due = startedAt; !ended.signal.aborted; due += EVERY_MS) {
      const answered = this.time(ask);
      answered.catch(() => undefined); // It is awaited below, with all the others.
      asked.push(answered);
      await setTimeout(due + EVERY_MS - performance.now());
    }
    await done;
    await Promise.all(asked);
    this.lastedMs += performance.now() - startedAt;
    const { heldMs, busyMs, waitedMs } = await eventLoop.read();
    this.loop.heldMs = Math.max(this.loop.heldMs, heldMs);
    this.loop.busyMs += busyMs;
    this.loop.waitedMs += waitedMs;
  }

  /** @param share of the requests, from the fastest on. @returns milliseconds */
  at(share: number): number {
    const sorted = [...this.times].sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  }

  /** @param quiet the phase to compare with */
  describe(quiet: Phase): string {
    const percent = (ms: number): string => `${((100 * ms) / this.lastedMs).toFixed(0)} %`.padStart(8);
    const cells = [this.at(0.5), this.at(0.99), this.at(0.99) / quiet.at(0.99), this.loop.heldMs];
    return [
      this.name.padEnd(16),
      String(this.times.length).padStart(8),
      ...cells.map((cell) => cell.toFixed(1).padStart(8)),
      percent(this.loop.busyMs),
      percent(this.loop.waitedMs),
    ].join(' ');
  }

  private async time(ask: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    await ask();
    this.times.push(performance.now() - startedAt);
  }
}
