import type { TestSystem } from '@app/testing';

/** Programs and the servers that they call. */
export interface Stage {
  system: TestSystem;
  /** Stops all of them. */
  stop(): Promise<void>;
}

/** The stages of this file, by their start function. */
const running = new Map<() => Promise<Stage>, Promise<Stage>>();

/**
 * Starts a stage before all tests of a file and stops it after them. Parts of a file that pass the same `start` share one
 * stage.
 */
export function useStage<T extends Stage>(start: () => Promise<T>): T {
  const stage: Partial<T> = {};
  beforeAll(async () => {
    const shared = running.get(start) ?? start();
    running.set(start, shared);
    Object.assign(stage, await shared);
  });
  afterAll(async () => {
    const shared = running.get(start);
    running.delete(start);
    await (await shared)?.stop();
  });
  return stage as T;
}

/** Stops the programs before the servers that they call. */
export async function stopAll(
  system: TestSystem,
  ...others: readonly { stop(): Promise<void> }[]
): Promise<void> {
  await system.stop();
  await Promise.all(others.map((other) => other.stop()));
}
