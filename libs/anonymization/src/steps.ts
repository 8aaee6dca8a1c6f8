import { setImmediate } from 'node:timers/promises';

/** Cooperative work: a generator that yields where it may be interrupted. */
export type Steps<T> = Generator<void, T, void>;

/** How long the event loop is blocked at a time: the latency that one slice adds to every other request. */
const SLICE_MS = 2;

/** Does all of it now. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Yields to the event loop every few milliseconds. The caller must not change the work's input meanwhile. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  let until = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + SLICE_MS;
  }
}
