/**
 * Polls until the check stops throwing, and returns its value: a test never sleeps for a guessed time. Its patience is
 * for busy machines, on which whole programs start meanwhile.
 */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 120_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
