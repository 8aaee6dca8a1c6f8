interface Waiting {
  userId: string;
  start: () => void;
}

/**
 * Limits how many files are read at the same time, in total and to one per user, so that a user who sends hostile files
 * delays only themselves. This is own code because a semaphore such as p-limit has no limit per user. The next file is
 * the oldest one of a user without a running one.
 */
export class ReadingSlots {
  private readonly busy = new Set<string>();
  private readonly queue: Waiting[] = [];

  constructor(private readonly slots: number) {}

  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.queue.push({ userId, start });
      this.startNext();
    });
    try {
      return await work();
    } finally {
      this.busy.delete(userId);
      this.startNext();
    }
  }

  private startNext(): void {
    if (this.busy.size >= this.slots) return;
    const at = this.queue.findIndex(({ userId }) => !this.busy.has(userId));
    const [next] = at < 0 ? [] : this.queue.splice(at, 1);
    if (!next) return;
    this.busy.add(next.userId);
    next.start();
  }
}
