import { setImmediate } from 'node:timers/promises';

/** The time for which a slice blocks the event loop, and so the latency that it adds to other requests. */
const SLICE_MS = 2;

/**
 * The time that a computation may use before it yields to the event loop. The computation checks `isOver` at the borders
 * of its texts, sections and values:
 *
 * ```ts
 * if (slice.isOver) await slice.next();
 * ```
 *
 * Its input must not change meanwhile.
 */
export class TimeSlice {
  private end = performance.now() + SLICE_MS;

  /** @param signal stops the computation between two slices */
  constructor(private readonly signal?: AbortSignal) {}

  /** Whether the computation should yield. */
  get isOver(): boolean {
    return performance.now() >= this.end;
  }

  /**
   * Resolves in a turn of the event loop in which no other slice runs, in the order of the calls.
   *
   * @throws the signal's reason if it aborted
   */
  async next(): Promise<void> {
    lastTurn = lastTurn.then(() => setImmediate());
    await lastTurn;
    this.signal?.throwIfAborted();
    this.end = performance.now() + SLICE_MS;
  }
}

let lastTurn: Promise<void> = Promise.resolve();
