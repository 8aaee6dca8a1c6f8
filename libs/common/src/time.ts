/** The time of day as a port, so that tests can set it. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** Waits for `awaited`, but no longer than `ms`. Rejects if `awaited` rejects in that time. */
export async function waitAtMost(ms: number, awaited: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  try {
    await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A timer that runs only while a caller waits, and aborts the awaited work. `AbortSignal.timeout` runs on after that. Until
 * it fires it retains everything in its caller's context, which at many calls a second is most of the memory.
 */
export class Deadline {
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get passed(): boolean {
    return this.signal.aborted;
  }

  async within<T>(ms: number, wait: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.controller.abort(), ms);
    try {
      return await wait();
    } finally {
      clearTimeout(timer);
    }
  }
}
