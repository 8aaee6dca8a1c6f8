/** The time of day, as a port: tests move it. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** Waits for `awaited`, but no longer than `ms`; rejects where it does so in that time. */
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
 * A timer that runs only while somebody waits, and aborts what they wait for. `AbortSignal.timeout` runs on after that, and
 * until it fires keeps all that the context of its caller holds: at many calls a second that is most of the memory.
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
