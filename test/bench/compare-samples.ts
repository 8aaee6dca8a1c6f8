export interface Comparison {
  /** Medians, in milliseconds. */
  first: number;
  second: number;
  /** Probability that a value of the first sample is larger than one of the second; 0.5 if they do not differ. */
  larger: number;
  /** Standard deviations from 0.5 (Mann-Whitney U, normal approximation). */
  z: number;
}

/** Tests whether two samples come from one distribution, without assuming which. */
export function compare(first: readonly number[], second: readonly number[]): Comparison {
  const all = [
    ...first.map((value) => ({ value, mine: true })),
    ...second.map((value) => ({ value, mine: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  const ranks = all.reduce((sum, { mine }, i) => sum + (mine ? i + 1 : 0), 0);
  const [n, m] = [first.length, second.length];
  const u = ranks - (n * (n + 1)) / 2;
  return {
    first: median(first),
    second: median(second),
    larger: u / (n * m),
    z: (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12),
  };
}

export const describeSamples = (name: string, { first, second, larger, z }: Comparison): string =>
  `${name.padEnd(58)} ${first.toFixed(2)} ms, ${second.toFixed(2)} ms  P ${larger.toFixed(3)}  z ${z.toFixed(1)}`;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
