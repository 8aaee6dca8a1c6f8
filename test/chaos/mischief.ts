import { eventually, type Program, type RestartableStores, type TestSystem } from '@app/testing';
import type { BlobDisk } from './blob-disk';

export interface MischiefOptions {
  system: TestSystem;
  stores: RestartableStores;
  workers: readonly Program[];
  disk: BlobDisk;
  /** Tries to upload a recording that is no job; the answer's status, or undefined where there was none. */
  tryUpload: () => Promise<number | undefined>;
  /** How long a store stays away. */
  awayMs: number;
  /** Aborted where something went wrong beyond what was meant to: then all is over. */
  broken: AbortController;
}

type Act = [name: string, act: () => Promise<void>];

/** Acts that follow one another, for as long as jobs flow. */
interface Lane {
  acts: readonly Act[];
  begun: number;
}

/** What goes wrong, in two lanes at once: with the programs, and with what they stand on. */
export class Mischief {
  /** What was done, by kind. */
  readonly done: Record<string, number> = {};
  private stopped = false;
  private turn = 0;
  private ended: Promise<unknown> = Promise.resolve();
  private readonly lanes: readonly Lane[];

  constructor(private readonly options: MischiefOptions) {
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

  /** Resolves once this share of `rounds` has begun in each lane, or nothing more will. */
  async reached(share: number, rounds: number): Promise<void> {
    const behind = ({ acts, begun }: Lane): boolean => begun < Math.ceil(share * acts.length * rounds);
    while (this.lanes.some(behind) && !this.stopped) {
      this.options.broken.signal.throwIfAborted();
      await pause(20);
    }
  }

  /** Resolves when everything runs again. @throws what went wrong beyond what was meant to */
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

  /** A program that does not come up, because a store is away just now, is started again, as a supervisor does. */
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

  private away(store: 'postgres' | 'redis', signal: NodeJS.Signals, emptied = false): Promise<void> {
    return this.options.stores.restart({ store, signal, emptied, awayMs: this.options.awayMs });
  }

  /** Full for as long as it takes until an upload was refused for it. */
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

  /** Listening again, a database still recovers for a while. */
  private query(statement: string): Promise<unknown> {
    return eventually(() => this.options.system.db.query(statement));
  }

  /** As if the database's clock had jumped an hour ahead: all leases have run out, all that waits is due. */
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
