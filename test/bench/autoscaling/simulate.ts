import type { Arrival } from './day';
import { LOOK_S, type Scaler } from './scaler';

/** Seconds from the decision to the first claim: a node that has the image, program start, entity model. */
const START_S = 40;
/** Seconds of grace. A worker that is removed releases its job after this time, and another worker restarts the job. */
export const SHUTDOWN_GRACE_S = 20;

interface Waiting {
  arrivedAt: number;
  service: number;
}

interface Worker {
  readyAt: number;
  /** Its job, and the end of this job. */
  job?: Waiting & { endsAt: number };
}

export interface Outcome {
  /** Seconds from arrival to the start of the run that completed, ascending. */
  waits: number[];
  workerHours: number;
  most: number;
  /** Jobs that were restarted because their worker was removed. */
  repeated: number;
}

/**
 * Simulates a day in steps of a second until all jobs are done.
 *
 * @param first workers at midnight
 * @param graceS SHUTDOWN_GRACE
 */
export function simulate(
  arrivals: readonly Arrival[],
  scaler: Scaler,
  first: number,
  graceS: number,
): Outcome {
  const coming = arrivals.map(({ at, service }) => ({ arrivedAt: at, service }));
  const waiting: Waiting[] = [];
  const workers: Worker[] = Array.from({ length: first }, () => ({ readyAt: 0 }));
  const outcome: Outcome = { waits: [], workerHours: 0, most: first, repeated: 0 };
  let [next, scraped, busySeconds] = [0, 0, 0];
  const isLeft = (): boolean => next < coming.length || waiting.length > 0 || workers.some(({ job }) => job);
  for (let now = 0; now < 86_400 || isLeft(); now += 1) {
    for (; next < coming.length && coming[next]!.arrivedAt <= now; next += 1) waiting.push(coming[next]!);
    for (const worker of workers) {
      if (worker.job && worker.job.endsAt <= now) {
        outcome.waits.push(worker.job.endsAt - worker.job.service - worker.job.arrivedAt);
        delete worker.job;
      }
      if (!worker.job && worker.readyAt <= now && waiting.length > 0) {
        const job = waiting.shift()!;
        worker.job = { ...job, endsAt: now + job.service };
      }
    }
    const age = waiting.length > 0 ? now - waiting[0]!.arrivedAt : 0;
    if (now % LOOK_S === 0) {
      const ready = workers.filter(({ readyAt }) => readyAt <= now).length;
      const asked = scaler.look({ now, age: scraped, asked: workers.length, ready });
      while (workers.length < asked) workers.push({ readyAt: now + START_S });
      // Kubernetes removes the youngest first.
      for (const { job } of workers.splice(asked)) {
        if (job && job.endsAt - now <= graceS) outcome.waits.push(job.endsAt - job.service - job.arrivedAt);
        else if (job) {
          outcome.repeated += 1;
          waiting.unshift({ arrivedAt: job.arrivedAt, service: job.service });
        }
      }
      // Visible to the next decision, since a scrape happens between two decisions.
      scraped = age;
    }
    busySeconds += workers.length;
    outcome.most = Math.max(outcome.most, workers.length);
  }
  outcome.workerHours = busySeconds / 3_600;
  outcome.waits.sort((one, other) => one - other);
  return outcome;
}
