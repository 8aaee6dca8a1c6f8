import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Extreme values of a process while it was watched. */
export interface Worst {
  /** Longest event loop delay, without the time in which it had no processor. */
  heldMs: number;
  /** The number of delays of 100 ms and more */
  longHolds: number;
  memoryBytes: number;
}

const LOOK_EVERY_MS = 200;
const LONG_MS = 100;

/** A folder in which programs that start with `env` note their event loop delays. */
export class Delays {
  private constructor(private readonly folder: string) {}

  static async make(): Promise<Delays> {
    return new Delays(await mkdtemp(join(tmpdir(), 'privacy-chat-held-')));
  }

  get env(): Record<string, string> {
    return {
      HELD_FOLDER: this.folder,
      NODE_OPTIONS: `--require=${join(__dirname, 'held-event-loop.cjs')}`,
    };
  }

  /** Returns the delays of a process that ended after `since`, in milliseconds. */
  of(pid: number, since: number): number[] {
    const file = join(this.folder, String(pid));
    // A program without delays of 20 ms has no file.
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines
      .map((line) => line.split(' ').map(Number) as [number, number])
      .filter(([at]) => at >= since)
      .map(([, heldMs]) => heldMs);
  }

  async delete(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

/** Watches a program: reads its memory repeatedly, and its event loop delays at the end. */
export class Watch {
  private readonly since = Date.now();
  private readonly stopped = new AbortController();
  private readonly watching: Promise<number>;

  constructor(
    private readonly pid: number,
    private readonly metricsUrl: string,
    private readonly delays: Delays,
  ) {
    this.watching = this.watchMemory();
  }

  async stop(): Promise<Worst> {
    this.stopped.abort();
    const memoryBytes = await this.watching;
    const held = this.delays.of(this.pid, this.since);
    return {
      heldMs: Math.max(0, ...held),
      longHolds: held.filter((heldMs) => heldMs >= LONG_MS).length,
      memoryBytes,
    };
  }

  private async watchMemory(): Promise<number> {
    let most = 0;
    while (!this.stopped.signal.aborted) {
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
      const metrics = await (await fetch(this.metricsUrl)).text();
      const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(metrics) ?? [];
      most = Math.max(most, Number(bytes));
    }
    return most;
  }
}
