import { AppError } from '@app/common';

/** At most `parallel` pieces of work at once; others wait their turn, and no more than `waiting` of them. */
export class ConcurrencyLimit {
  private readonly queue: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly parallel: number,
    private readonly waiting: number,
  ) {}

  /** @throws AppError `unavailable` at once where too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.parallel) {
      this.running += 1;
      return;
    }
    if (this.queue.length >= this.waiting)
      throw new AppError('unavailable', 'Too many logins at once; try again in a few seconds', {
        retryAfterS: 5,
      });
    await new Promise<void>((resolve) => this.queue.push(resolve));
  }

  /** The place goes to who waits longest, without ever being free in between. */
  private leave(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.running -= 1;
  }
}
