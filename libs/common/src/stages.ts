import { AsyncLocalStorage } from 'node:async_hooks';

/** The stages of a request or job, in the order of a chat. */
export const STAGES = ['guard', 'detect', 'hide', 'provider', 'restore', 'store'] as const;
export type Stage = (typeof STAGES)[number];

/** One stage of a piece of work. Times are from `performance.now()`. */
export interface StageTime {
  stage: Stage;
  beganAt: number;
  endedAt: number;
  /** The sum of its runs, in milliseconds: a stream alternates between stages. */
  ms: number;
}

/** Records the stages of a piece of work, the duration of each, and the processor time of its threads and processes. */
export class StageTimes {
  /** The processor time of detection threads and confined processes that worked for it, in milliseconds */
  processorMs = 0;
  private readonly clocks = new Map<Stage, Clock>();

  begin(stage: Stage): void {
    let clock = this.clocks.get(stage);
    if (!clock) this.clocks.set(stage, (clock = new Clock()));
    clock.begin();
  }

  end(stage: Stage): void {
    this.clocks.get(stage)?.end();
  }

  /** Returns how long a stage has run so far, in milliseconds. */
  ms(stage: Stage): number {
    return this.clocks.get(stage)?.read().ms ?? 0;
  }

  /** Returns the stages that have begun, in that order. A running stage is read as if it ended now. */
  all(): StageTime[] {
    return [...this.clocks].map(([stage, clock]) => ({ stage, ...clock.read() }));
  }
}

/** Measures the time in which at least one run of a stage is active, so that overlapping runs count once. */
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

/** Runs a piece of work in which every {@link inStage} counts for `times`. */
export const timingStages = <T>(times: StageTimes, work: () => T): T => current.run(times, work);

/** Returns the stages of the running piece of work, if they are timed. */
export const currentStages = (): StageTimes | undefined => current.getStore();

/** Runs a part of the current piece of work as one of its stages. */
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
