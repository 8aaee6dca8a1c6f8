import { AsyncLocalStorage } from 'node:async_hooks';

/** How long other services were waited for in a piece of work, in milliseconds. */
export interface UpstreamWait {
  ms: number;
}

const waits = new AsyncLocalStorage<UpstreamWait>();

/** Runs a piece of work, in which every wait by {@link waitingUpstream} adds to `wait`. */
export const countingWaits = <T>(wait: UpstreamWait, work: () => T): T => waits.run(wait, work);

/** Waits for another service; of waits at once each counts. */
export async function waitingUpstream<T>(wait: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await wait();
  } finally {
    const counted = waits.getStore();
    if (counted) counted.ms += performance.now() - began;
  }
}
