import { setImmediate } from 'node:timers/promises';

/** Cooperative work: a generator that yields at points where it may be interrupted. */
export type Steps<T> = Generator<void, T, void>;

/** The time for which a slice blocks the event loop, and so the latency that it adds to other requests. */
const SLICE_MS = 2;

/** Runs all steps without interruption. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Runs the steps, and yields to the event loop every few milliseconds. The caller must not change the input meanwhile.
 *
 * @throws the signal's reason if it aborts between two slices
 */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  let until = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await nextTurn();
    signal?.throwIfAborted();
    until = performance.now() + SLICE_MS;
  }
}

let lastTurn: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop in which no other slice runs, in the order of the calls. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}
