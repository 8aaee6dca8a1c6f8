import type { Clock } from '@app/common';

const FRESH_MS = 5 * 60_000;

/** Caches the server's list of models for five minutes. Fetches it on demand, once for all concurrent callers. */
export class ModelList {
  private known: { ids: readonly string[]; at: number } | undefined;
  private asking: Promise<readonly string[]> | undefined;

  constructor(
    private readonly ask: () => Promise<readonly string[]>,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<readonly string[]> {
    if (this.known && this.clock.now().getTime() - this.known.at < FRESH_MS) return this.known.ids;
    this.asking ??= this.refresh().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async refresh(): Promise<readonly string[]> {
    const ids = await this.ask();
    this.known = { ids, at: this.clock.now().getTime() };
    return ids;
  }
}
