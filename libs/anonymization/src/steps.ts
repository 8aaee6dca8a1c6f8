import { setImmediate } from 'node:timers/promises';

/** Work that may be interrupted between its steps. */
export type Steps<T> = Generator<void, T, void>;

/** How long the event loop is held at a time. A request of somebody else waits for it again at each of its own steps. */
const SLICE_MS = 2;

/** Does all of it now. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Gives way to other work every few milliseconds. What the work is done on must be left alone meanwhile. */
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
