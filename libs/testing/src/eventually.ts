/** Milliseconds between two checks: a tenth of the time waited so far, within these. */
const [SOONEST, LATEST] = [25, 100];

/**
 * Polls until the check stops throwing, and returns its value: a test never sleeps for a guessed time. Its patience is
 * for busy machines, on which whole programs start meanwhile, and which it keeps free for them.
 */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 120_000): Promise<T> {
  const began = Date.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waited = Date.now() - began;
      if (waited > withinMs) throw error;
      const pause = Math.min(Math.max(waited / 10, SOONEST), LATEST);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
