import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@app/common';

const ATTEMPTS = 4;
const LONGEST_WAIT_MS = 60_000;

/** A failure that may be temporary. */
export class Passing extends Error {
  constructor(
    readonly outcome: AppError,
    readonly waitMs?: number,
  ) {
    super('A passing failure');
  }
}

/** Retries after a {@link Passing} failure, after the wait that it requests, or else after one that doubles. */
export async function retry<T>(
  work: () => Promise<T>,
  { firstWaitMs, signal }: { firstWaitMs: number; signal?: AbortSignal },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Passing)) throw error;
      if (attempt === ATTEMPTS) throw error.outcome;
      const wait = error.waitMs ?? firstWaitMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
      await sleep(Math.min(wait, LONGEST_WAIT_MS), undefined, { signal });
    }
  }
}
