/**
 * Simulates scaling workers by the age of the oldest waiting job: `npm run bench:autoscaling`. A day's recordings, generated from
 * a seed, run on fixed numbers of workers and on Kubernetes' autoscaler as the chart configures it, in simulated time. Every
 * machine prints the same figures within seconds. docs/operate/autoscaling.md draws the conclusions.
 */
import { arrivalsOf, OFFICE_DAY } from './autoscaling/day';
import { autoscaler, fixed, type HpaOptions, type Scaler } from './autoscaling/scaler';
import { SHUTDOWN_GRACE_S, simulate, type Outcome } from './autoscaling/simulate';

const SEEDS = [1, 2, 3, 4, 5];
/** Seconds of speech that a worker recognizes per second. An assumption; `npm run bench:transcription` measures it. */
const TIMES_REAL_TIME = Number(process.env.BENCH_TIMES_REAL_TIME ?? 4);
const CHART: HpaOptions = { kind: 'Value', targetS: 15, min: 2, max: 10, scaleDownAfterS: 300 };

interface Row {
  first: number;
  make: () => Scaler;
  graceS?: number;
}

const scaled = (more: Partial<HpaOptions>, graceS?: number): Row => {
  const options = { ...CHART, ...more };
  return { first: options.min, make: () => autoscaler(options), ...(graceS && { graceS }) };
};

const ROWS: Record<string, Row> = {
  ...Object.fromEntries(
    [2, 4, 6, 8, 10].map((count) => [`${count} workers`, { first: count, make: () => fixed(count) }]),
  ),
  'age 15 s (the chart)': scaled({}),
  'age 30 s': scaled({ targetS: 30 }),
  'age 60 s': scaled({ targetS: 60 }),
  'age 120 s': scaled({ targetS: 120 }),
  'age 15 s, down after 60 s': scaled({ scaleDownAfterS: 60 }),
  'age 15 s, down after 900 s': scaled({ scaleDownAfterS: 900 }),
  'age 15 s, grace 120 s': scaled({}, 120),
  'age 15 s, at least 1': scaled({ min: 1 }),
  'age 15 s, at most 20': scaled({ max: 20 }),
  'age / 15 s each (AverageValue)': scaled({ kind: 'AverageValue' }),
};

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const days = SEEDS.map((seed) => arrivalsOf({ ...OFFICE_DAY, timesRealTime: TIMES_REAL_TIME }, seed));
const work = mean(days.map((day) => day.reduce((sum, { service }) => sum + service, 0))) / 3_600;
console.log(
  `${mean(days.map(({ length }) => length)).toFixed(0)} recordings a day, ${work.toFixed(1)} hours of work at ` +
    `${TIMES_REAL_TIME} times real time; the mean of ${SEEDS.length} days`,
);
console.log(`${'workers'.padEnd(32)} wait p50  wait p95  wait max  worker h  most   restarted`);
for (const [name, { first, make, graceS = SHUTDOWN_GRACE_S }] of Object.entries(ROWS)) {
  const outcomes = days.map((day) => simulate(day, make(), first, graceS));
  const over = (read: (outcome: Outcome) => number, digits = 0): string =>
    mean(outcomes.map(read)).toFixed(digits);
  console.log(
    name.padEnd(32),
    `${over(({ waits }) => percentile(waits, 0.5)).padStart(6)} s`,
    `${over(({ waits }) => percentile(waits, 0.95)).padStart(7)} s`,
    `${over(({ waits }) => waits.at(-1) ?? 0).padStart(7)} s`,
    over(({ workerHours }) => workerHours, 1).padStart(9),
    over(({ most }) => most).padStart(5),
    over(({ repeated }) => repeated, 1).padStart(11),
  );
}
