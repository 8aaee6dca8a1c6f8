import type { Clock } from '@app/common';

const FRESH_MS = 5 * 60_000;
/** How long a failure is cached, so that a provider without a list does not delay each call. */
const FAILED_MS = 30_000;

/**
 * Caches the server's list of models for five minutes. Fetches it on demand, once for all concurrent callers. Callers
 * wait until one fetch has succeeded. After that they receive the last list while it is fetched again, and if that fails.
 */
export class ModelList {
  private known: readonly string[] | undefined;
  private failure: unknown;
  private dueAt = 0;
  private asking: Promise<void> | undefined;

  constructor(
    private readonly ask: () => Promise<readonly string[]>,
    private readonly clock: Clock,
  ) {}

  /** @throws the error of the last fetch if none has succeeded */
  async read(): Promise<readonly string[]> {
    if (this.now() >= this.dueAt) this.asking ??= this.refresh().finally(() => (this.asking = undefined));
    if (!this.known) await this.asking;
    if (!this.known) throw this.failure;
    return this.known;
  }

  private async refresh(): Promise<void> {
    try {
      this.known = await this.ask();
      this.dueAt = this.now() + FRESH_MS;
    } catch (error) {
      this.failure = error;
      this.dueAt = this.now() + FAILED_MS;
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
