import type { TestSystem } from '@app/testing';

/** Programs, and what they call. */
export interface Stage {
  system: TestSystem;
  /** Of all of it. */
  stop(): Promise<void>;
}

/** Those of this file, by what starts them. */
const running = new Map<() => Promise<Stage>, Promise<Stage>>();

/**
 * Started before all tests of a file and stopped after them. Parts of a file that ask for the same `start` have one stage between
 * them.
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

/** The programs before what they call. */
export async function stopAll(
  system: TestSystem,
  ...others: readonly { stop(): Promise<void> }[]
): Promise<void> {
  await system.stop();
  await Promise.all(others.map((other) => other.stop()));
}
