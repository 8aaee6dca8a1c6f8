/** Polls until the check stops throwing, and returns its value: a test never sleeps for a guessed time. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 25_000): Promise<T> {
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
