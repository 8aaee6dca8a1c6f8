/** Yields values. If the next one takes longer than `ms`, throws `failure()`. */
export async function* withDeadline<T>(
  values: AsyncIterable<T>,
  ms: number,
  failure: () => Error,
): AsyncGenerator<T> {
  const iterator = values[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await next(iterator, ms, failure);
    if (done) return;
    yield value;
  }
}

async function next<T>(
  iterator: AsyncIterator<T>,
  ms: number,
  failure: () => Error,
): Promise<IteratorResult<T>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure()), ms);
  });
  try {
    return await Promise.race([iterator.next(), late]);
  } finally {
    clearTimeout(timer);
  }
}
