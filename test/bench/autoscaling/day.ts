import { randomNumbers } from '../../../libs/testing/src/random-numbers';

/** A recording to transcribe. */
export interface Arrival {
  /** Arrival, in seconds since midnight. */
  at: number;
  /** Seconds that a worker needs. */
  service: number;
}

/** The arrivals of a day: its hourly rates, and batches of many recordings. */
export interface Day {
  /** Recordings in each hour, on average. */
  hourly: readonly number[];
  /** Batches, with the number of recordings and their second. */
  batches: readonly { at: number; count: number }[];
  /** Median seconds of speech, and its spread (log-normal). */
  medianS: number;
  sigma: number;
  /** Seconds of speech that a worker recognizes per second. */
  timesRealTime: number;
}

const HOUR_S = 3_600;

/** An office's day with three batches. Office hours bring three quarters of all recordings. */
export const OFFICE_DAY: Omit<Day, 'timesRealTime'> = {
  hourly: [4, 4, 4, 4, 6, 12, 40, 120, 220, 260, 240, 180, 140, 220, 240, 200, 140, 80, 40, 24, 16, 10, 8, 6],
  batches: [
    { at: 2 * HOUR_S, count: 150 },
    { at: 9.5 * HOUR_S, count: 80 },
    { at: 17 * HOUR_S, count: 120 },
  ],
  medianS: 150,
  sigma: 0.8,
};

/** Returns the recordings of a day in the order of arrival. The same seed gives the same recordings. */
export function arrivalsOf(day: Day, seed: number): Arrival[] {
  const random = randomNumbers(seed);
  const service = (): number => (day.medianS * Math.exp(day.sigma * normal(random))) / day.timesRealTime;
  const arrivals = day.batches.flatMap(({ at, count }) =>
    Array.from({ length: count }, () => ({ at, service: service() })),
  );
  for (const [hour, count] of day.hourly.entries())
    for (let at = gap(random, count); at < HOUR_S; at += gap(random, count))
      arrivals.push({ at: hour * HOUR_S + at, service: service() });
  return arrivals.sort((one, other) => one.at - other.at);
}

/** Returns the seconds to the next event of a Poisson process. */
const gap = (random: () => number, perHour: number): number => (-Math.log(1 - random()) / perHour) * HOUR_S;

/** Returns a normally distributed number (Box-Muller). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
