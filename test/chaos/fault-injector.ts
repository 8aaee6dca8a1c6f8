import { eventually, type Program, type RestartableStores, type TestSystem } from '@app/testing';
import type { BlobDisk } from './blob-disk';

export interface FaultInjectorOptions {
  system: TestSystem;
  stores: RestartableStores;
  workers: readonly Program[];
  disk: BlobDisk;
  /** Tries to upload a recording in an unsupported language. Returns the status, or undefined if there was no answer. */
  tryUpload: () => Promise<number | undefined>;
  /** How long a store stays stopped, in milliseconds. */
  awayMs: number;
  /** Aborted on the first error that no injected fault explains. Everything stops then. */
  broken: AbortController;
}

const FROZEN_MS = 12_000;

type Act = [name: string, act: () => Promise<void>];

/** Faults that follow one another while jobs run. */
interface Lane {
  acts: readonly Act[];
  begun: number;
}

/** Injects faults in two concurrent lanes: into the programs, and into their stores. */
export class FaultInjector {
  /** Number of injected faults, by kind. */
  readonly done: Record<string, number> = {};
  private stopped = false;
  private turn = 0;
  private ended: Promise<unknown> = Promise.resolve();
  private readonly lanes: readonly Lane[];

  constructor(private readonly options: FaultInjectorOptions) {
    const { system } = options;
    this.lanes = [
      lane([
        ['worker killed', () => this.again(this.nextWorker(), 'SIGKILL')],
        ['api killed', () => this.again(system.api, 'SIGKILL')],
        ['worker stopped', () => this.again(this.nextWorker(), 'SIGTERM')],
        ['api stopped', () => this.again(system.api, 'SIGTERM')],
      ]),
      lane([
        ['redis killed', () => this.away('redis', 'SIGKILL')],
        ['postgres restarted', () => this.away('postgres', 'SIGINT')],
        ['redis frozen', () => this.frozen('redis')],
        ['postgres frozen', () => this.frozen('postgres')],
        ['redis flushed', async () => void (await eventually(() => system.redis.flushall()))],
        ['disk full', () => this.fillDisk()],
        ['postgres crashed', () => this.away('postgres', 'SIGQUIT')],
        ['redis lost', () => this.away('redis', 'SIGKILL', true)],
        ['clock moved', () => this.moveClock()],
      ]),
    ];
  }

  get kinds(): readonly string[] {
    return this.lanes.flatMap(({ acts }) => acts.map(([name]) => name));
  }

  begin(): void {
    this.ended = Promise.all(this.lanes.map((one) => this.run(one)));
    this.ended.catch((error: unknown) => this.options.broken.abort(error));
  }

  /** Resolves when this share of `rounds` has begun in each lane, or when the injection has stopped. */
  async reached(share: number, rounds: number): Promise<void> {
    const behind = ({ acts, begun }: Lane): boolean => begun < Math.ceil(share * acts.length * rounds);
    while (this.lanes.some(behind) && !this.stopped) {
      this.options.broken.signal.throwIfAborted();
      await pause(20);
    }
  }

  /** Resolves when everything runs again. @throws the first error that no injected fault explains */
  async end(): Promise<void> {
    this.stopped = true;
    await this.ended;
  }

  private async run(one: Lane): Promise<void> {
    while (!this.stopped && !this.options.broken.signal.aborted) {
      const [name, act] = one.acts[one.begun % one.acts.length]!;
      one.begun += 1;
      await act();
      this.done[name] = (this.done[name] ?? 0) + 1;
      await pause(300);
    }
  }

  private nextWorker(): Program {
    const { workers } = this.options;
    return workers[this.turn++ % workers.length]!;
  }

  private async again(program: Program, signal: NodeJS.Signals): Promise<void> {
    await program.stop(signal);
    await this.supervised(program);
  }

  /** Restarts a program that fails to start because a store is stopped, as a supervisor does. */
  private async supervised(program: Program): Promise<void> {
    for (;;) {
      this.options.broken.signal.throwIfAborted();
      try {
        return await program.start();
      } catch {
        await pause(300);
      }
    }
  }

  /** Freezes a store for longer than the programs wait for an answer. */
  private frozen(store: 'postgres' | 'redis'): Promise<void> {
    return this.options.stores.restart({ store, signal: 'SIGSTOP', awayMs: FROZEN_MS });
  }

  private away(store: 'postgres' | 'redis', signal: NodeJS.Signals, emptied = false): Promise<void> {
    return this.options.stores.restart({ store, signal, emptied, awayMs: this.options.awayMs });
  }

  /** Keeps the disk full until it caused the rejection of an upload. */
  private async fillDisk(): Promise<void> {
    const { disk, system, tryUpload, broken } = this.options;
    try {
      let status: number | undefined;
      do {
        broken.signal.throwIfAborted();
        disk.fill(system.api);
        status = await tryUpload();
        if (status === undefined) await pause(100);
      } while (status !== 503);
    } finally {
      disk.free(system.api);
    }
  }

  /** A database that listens again still recovers for a while. */
  private query(statement: string): Promise<unknown> {
    return eventually(() => this.options.system.db.query(statement));
  }

  /** Simulates a clock jump of one hour: all leases have expired and all waiting rows are due. */
  private async moveClock(): Promise<void> {
    const jump = (column: string): string => `${column} = ${column} - interval '1 hour'`;
    await this.query(
      `UPDATE jobs SET ${jump('lease_until')}, ${jump('available_at')} WHERE status = 'accepted'`,
    );
    await this.query(
      `UPDATE webhook_deliveries SET ${jump('lease_until')}, ${jump('next_attempt_at')} WHERE state = 'pending'`,
    );
  }
}

const lane = (acts: readonly Act[]): Lane => ({ acts, begun: 0 });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
