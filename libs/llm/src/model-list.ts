import type { Clock } from '@app/common';

const FRESH_MS = 5 * 60_000;
/** How long the last list is used after a failure, before it is fetched again. */
const FAILED_MS = 30_000;

/**
 * Caches the server's list of models for five minutes. Fetches it on demand, once for all concurrent callers. Callers
 * wait until one fetch has succeeded. After that they receive the last list while it is fetched again, and if that fails.
 * A failure before the first list is not cached, so that calls succeed as soon as the server does.
 */
export class ModelList {
  private known: readonly string[] | undefined;
  private dueAt = 0;
  private asking: Promise<readonly string[]> | undefined;

  constructor(
    private readonly ask: () => Promise<readonly string[]>,
    private readonly clock: Clock,
  ) {}

  /** @throws the error of the fetch if none has succeeded */
  async read(): Promise<readonly string[]> {
    if (this.now() >= this.dueAt) this.asking ??= this.refresh().finally(() => (this.asking = undefined));
    return this.known ?? this.asking!;
  }

  private async refresh(): Promise<readonly string[]> {
    try {
      this.known = await this.ask();
      this.dueAt = this.now() + FRESH_MS;
    } catch (error) {
      if (!this.known) throw error;
      this.dueAt = this.now() + FAILED_MS;
    }
    return this.known;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
