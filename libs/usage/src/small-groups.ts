/** A row with fewer callers would reveal the usage of individuals. */
export const LEAST_CALLERS = 5;

/**
 * Returns the rows that may be shown if usage per user is off: those with at least {@link LEAST_CALLERS} callers. If
 * the omitted rows have fewer callers together, the next smallest is omitted too. Otherwise their usage could be
 * calculated from the sum.
 *
 * @param callers the users of each row
 */
export function rowsToShow<K>(callers: ReadonlyMap<K, ReadonlySet<string>>): Set<K> {
  const bySize = [...callers].toSorted(([, a], [, b]) => a.size - b.size);
  const leftOut = new Set<string>();
  let count = 0;
  for (const [, persons] of bySize) {
    const isLarge = persons.size >= LEAST_CALLERS;
    if (isLarge && (count === 0 || leftOut.size >= LEAST_CALLERS)) break;
    for (const person of persons) leftOut.add(person);
    count += 1;
  }
  return new Set(bySize.slice(count).map(([row]) => row));
}
