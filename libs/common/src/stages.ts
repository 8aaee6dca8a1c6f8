import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request or job may go through, in the order in which a chat does. */
export const STAGES = ['guard', 'detect', 'hide', 'provider', 'restore', 'store'] as const;
export type Stage = (typeof STAGES)[number];

/** One stage of a piece of work; times by `performance.now()`. */
export interface StageTime {
  stage: Stage;
  beganAt: number;
  endedAt: number;
  /** For how long it ran between the two, in milliseconds: a stream goes from one stage to another and back. */
  ms: number;
}

/** Which stages a piece of work went through, and how long each took. */
export class StageTimes {
  private readonly clocks = new Map<Stage, Clock>();

  begin(stage: Stage): void {
    let clock = this.clocks.get(stage);
    if (!clock) this.clocks.set(stage, (clock = new Clock()));
    clock.begin();
  }

  end(stage: Stage): void {
    this.clocks.get(stage)?.end();
  }

  /** How long a stage has run so far, in milliseconds. */
  ms(stage: Stage): number {
    return this.clocks.get(stage)?.read().ms ?? 0;
  }

  /** Those that began, in the order in which they did. One that still runs is read as if it ended now. */
  all(): StageTime[] {
    return [...this.clocks].map(([stage, clock]) => ({ stage, ...clock.read() }));
  }
}

/** Runs while at least one piece of the stage does: of several at once the time counts once. */
class Clock {
  private readonly beganAt = performance.now();
  private running = 0;
  private since = 0;
  private endedAt = 0;
  private total = 0;

  begin(): void {
    this.running += 1;
    if (this.running === 1) this.since = performance.now();
  }

  end(): void {
    this.running -= 1;
    if (this.running > 0) return;
    this.endedAt = performance.now();
    this.total += this.endedAt - this.since;
  }

  read(): Omit<StageTime, 'stage'> {
    const { beganAt, total, endedAt } = this;
    if (this.running === 0) return { beganAt, endedAt, ms: total };
    const now = performance.now();
    return { beganAt, endedAt: now, ms: total + now - this.since };
  }
}

const current = new AsyncLocalStorage<StageTimes>();

/** Runs a piece of work, in which every {@link inStage} counts for `times`. */
export const timingStages = <T>(times: StageTimes, work: () => T): T => current.run(times, work);

/** Of the running piece of work, where somebody times it. */
export const currentStages = (): StageTimes | undefined => current.getStore();

/** Does a part of the running piece of work that counts as a stage of it. */
export async function inStage<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  const times = current.getStore();
  if (!times) return work();
  times.begin(stage);
  try {
    return await work();
  } finally {
    times.end(stage);
  }
}
