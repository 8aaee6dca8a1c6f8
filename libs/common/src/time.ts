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
