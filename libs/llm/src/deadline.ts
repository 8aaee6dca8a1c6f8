/** A timer that runs only while somebody waits, and aborts what they wait for. */
export class Deadline {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get passed(): boolean {
    return this.signal.aborted;
  }

  async within<T>(ms: number, wait: () => Promise<T>): Promise<T> {
    this.timer = setTimeout(() => this.controller.abort(), ms);
    try {
      return await wait();
    } finally {
      clearTimeout(this.timer);
    }
  }
}
