/** The quantile of the normal distribution for an interval of 95 %. */
const Z = 1.959_963_985;

/** Cases, and how many of them have a property. */
export interface Count {
  of: number;
  count: number;
}

/** A share from 0 to 1 with its interval of 95 %. All are null if there are no cases. */
export type Share = Count &
  ({ share: number; low: number; high: number } | { share: null; low: null; high: null });

/**
 * Returns a share over several texts. The interval is Wilson's (1927), for the number of independent cases that would give the
 * same variance: values of one text are often found or missed together, so they count for fewer than they are (Kish, Survey
 * Sampling, 1965, design effect).
 *
 * @param texts the cases of each text
 */
export function shareOf(texts: readonly Count[]): Share {
  const of = sum(texts.map((text) => text.of));
  const count = sum(texts.map((text) => text.count));
  if (of === 0) return { of, count, share: null, low: null, high: null };
  const share = count / of;
  return { of, count, share, ...wilson(share, of / designEffect(texts, of, share)) };
}

/**
 * Returns how many times the variance of a share is that of independent cases, at least 1. It is estimated from few texts, and
 * those with many missed values count most in it. It is therefore increased as the quantile of Student's distribution exceeds
 * that of the normal one.
 */
function designEffect(texts: readonly Count[], of: number, share: number): number {
  const withCases = texts.filter((text) => text.of > 0);
  const independent = (share * (1 - share)) / (of - 1);
  // All or none have the property, or there is one text: nothing tells whether the cases of a text are independent.
  if (withCases.length < 2 || !(independent > 0)) return of / Math.max(1, withCases.length);
  if (withCases.length === of) return 1;
  const squares = withCases.map((text) => (text.count - share * text.of) ** 2);
  const clustered = ((withCases.length / (withCases.length - 1)) * sum(squares)) / of ** 2;
  return Math.max(1, (clustered / independent) * (studentQuantile(degreesOfFreedom(squares)) / Z) ** 2);
}

/** Returns the degrees of freedom of a variance that was estimated from these squares (Satterthwaite 1946), at least 1. */
function degreesOfFreedom(squares: readonly number[]): number {
  const fourth = sum(squares.map((square) => square ** 2));
  return Math.max(1, 2 / (fourth / sum(squares) ** 2 - 1 / squares.length));
}

/** Returns Student's quantile for an interval of 95 % (Abramowitz and Stegun 1964, 26.7.5). */
const studentQuantile = (degrees: number): number =>
  Z + (Z ** 3 + Z) / (4 * degrees) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * degrees ** 2);

/** Returns the bounds of a share of `of` independent cases. */
function wilson(share: number, of: number): { low: number; high: number } {
  const center = share + Z ** 2 / (2 * of);
  const width = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  return { low: Math.max(0, (center - width) / scale), high: Math.min(1, (center + width) / scale) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
