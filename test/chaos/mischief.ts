import type { Program, Relay, TestSystem } from '@app/testing';

const OUTAGE_MS = 1_500;

/** Kinds of things that go wrong. */
export const KINDS = 6;

/** What goes wrong, one thing after another, for as long as jobs flow. */
export class Mischief {
  /** What was done, by kind. */
  readonly done: Record<string, number> = {};
  private begun = 0;
  private stopped = false;
  private ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly system: TestSystem,
    private readonly workers: readonly Program[],
    private readonly postgres: Relay,
    private readonly redis: Relay,
  ) {}

  begin(): void {
    this.ended = this.run().finally(() => {
      this.stopped = true;
    });
    // Told by `end`.
    this.ended.catch(() => undefined);
  }

  /** Resolves once so many things have gone wrong, or are just going wrong. */
  async reached(count: number): Promise<void> {
    while (this.begun < count && !this.stopped) await pause(20);
  }

  /** Resolves when everything runs again. */
  async end(): Promise<void> {
    this.stopped = true;
    await this.ended;
  }

  private async run(): Promise<void> {
    const acts: [string, () => Promise<void>][] = [
      ['worker killed', () => this.kill(this.workers[0]!)],
      ['redis lost', () => this.loseRedis()],
      ['api killed', () => this.kill(this.system.api)],
      ['worker stopped', () => this.restart(this.workers[1]!)],
      ['postgres away', () => this.outage(this.postgres)],
      ['lease clock moved', () => this.expireLeases()],
    ];
    for (let turn = 0; !this.stopped; turn += 1) {
      const [name, act] = acts[turn % acts.length]!;
      this.begun += 1;
      await act();
      this.done[name] = (this.done[name] ?? 0) + 1;
      await pause(300);
    }
  }

  private async kill(program: Program): Promise<void> {
    await program.stop('SIGKILL');
    await program.start();
  }

  private async restart(program: Program): Promise<void> {
    await program.stop('SIGTERM');
    await program.start();
  }

  private async outage(store: Relay): Promise<void> {
    await store.cut();
    await pause(OUTAGE_MS);
    await store.mend();
  }

  /** Away, and empty when it comes back. */
  private async loseRedis(): Promise<void> {
    const { redis, redisPrefix } = this.system;
    await this.redis.cut();
    const keys = await redis.keys(`${redisPrefix}*`);
    if (keys.length > 0) await redis.del(...keys);
    await pause(OUTAGE_MS);
    await this.redis.mend();
  }

  /** As if every worker's clock had jumped: all that runs is anybody's at once. */
  private async expireLeases(): Promise<void> {
    await this.system.db.query(`UPDATE jobs SET lease_until = now() WHERE lease_owner IS NOT NULL`);
    await this.system.db.query(
      `UPDATE webhook_deliveries SET lease_until = now() WHERE lease_owner IS NOT NULL`,
    );
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
