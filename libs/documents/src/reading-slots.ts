interface Waiting {
  userId: string;
  start: () => void;
}

/**
 * So many files are read at once, and of one user one at a time: somebody who sends hostile files
 * keeps only their own waiting. Own code, since a semaphore such as p-limit knows no second bound by user: next is the
 * oldest whose user has none under way.
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
