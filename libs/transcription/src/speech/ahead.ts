/** Passes values on, fetching the next one while the last is being worked on. */
export async function* ahead<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = values.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = values.next();
      next.catch(() => undefined); // It is awaited above, unless the work on this value fails first.
      yield value;
    }
  } finally {
    await values.return(undefined);
  }
}
