/** A recording to transcribe. */
export interface Arrival {
  /** Seconds since midnight. */
  at: number;
  /** Seconds that a worker takes for it. */
  service: number;
}

/** How a day comes: its hours, and who brings many recordings at once. */
export interface Day {
  /** Recordings in each hour, on average. */
  hourly: readonly number[];
  /** So many at once, at that second. */
  batches: readonly { at: number; count: number }[];
  /** Seconds of speech in half of all recordings, and how far they spread (log-normal). */
  medianS: number;
  sigma: number;
  /** How many seconds of speech a worker recognizes in one. */
  timesRealTime: number;
}

const HOUR_S = 3_600;

/** An office's day, and three who send what they have gathered. Office hours bring three quarters of all recordings. */
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

/** The recordings of a day in the order in which they come; the same for the same seed. */
export function arrivalsOf(day: Day, seed: number): Arrival[] {
  const random = uniform(seed);
  const service = (): number => (day.medianS * Math.exp(day.sigma * normal(random))) / day.timesRealTime;
  const arrivals = day.batches.flatMap(({ at, count }) =>
    Array.from({ length: count }, () => ({ at, service: service() })),
  );
  for (const [hour, count] of day.hourly.entries())
    for (let at = gap(random, count); at < HOUR_S; at += gap(random, count))
      arrivals.push({ at: hour * HOUR_S + at, service: service() });
  return arrivals.sort((one, other) => one.at - other.at);
}

/** Seconds to the next of a Poisson process. */
const gap = (random: () => number, perHour: number): number => (-Math.log(1 - random()) / perHour) * HOUR_S;

/** Box and Muller. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** From 0 up to 1; mulberry32. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
