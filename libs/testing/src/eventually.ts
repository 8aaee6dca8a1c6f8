import load from '../../../tools/typescript/load.cjs';

/** The limits of the pause between two checks in milliseconds. It is a tenth of the time waited so far. */
const [SOONEST, LATEST] = [25, 100];

/**
 * Polls until the check stops throwing, and returns its value, so that a test never sleeps for a guessed time. The timeout
 * allows for whole programs that start meanwhile, and is longer while the machine is busy; the growing pauses leave them the
 * processor.
 */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 120_000): Promise<T> {
  const began = Date.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waited = Date.now() - began;
      if (waited > withinMs * load) throw error;
      const pause = Math.min(Math.max(waited / 10, SOONEST), LATEST);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
