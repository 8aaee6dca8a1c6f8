import type { Arrival } from './day';
import { LOOK_S, type Scaler } from './scaler';

/** From the decision to the first claim: a node that has the image, the program's start, the entity model. */
const START_S = 40;
/** What a worker that is taken away does not end in that time it gives back, and another begins anew. */
export const SHUTDOWN_GRACE_S = 20;

interface Waiting {
  arrivedAt: number;
  service: number;
}

interface Worker {
  readyAt: number;
  /** What it works on, and when that ends. */
  job?: Waiting & { endsAt: number };
}

export interface Outcome {
  /** Seconds from arrival to the beginning of the work that was not in vain, ascending. */
  waits: number[];
  workerHours: number;
  most: number;
  /** Jobs that were begun anew since their worker was taken away. */
  repeated: number;
}

/**
 * A day in steps of a second, until everything that came is done.
 *
 * @param first workers that are there at midnight
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
      // Kubernetes takes the youngest first.
      for (const { job } of workers.splice(asked)) {
        if (job && job.endsAt - now <= graceS) outcome.waits.push(job.endsAt - job.service - job.arrivedAt);
        else if (job) {
          outcome.repeated += 1;
          waiting.unshift({ arrivedAt: job.arrivedAt, service: job.service });
        }
      }
      // What the next look finds: a scrape lies between two of them.
      scraped = age;
    }
    busySeconds += workers.length;
    outcome.most = Math.max(outcome.most, workers.length);
  }
  outcome.workerHours = busySeconds / 3_600;
  outcome.waits.sort((one, other) => one - other);
  return outcome;
}
