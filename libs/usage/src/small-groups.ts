/** A row of fewer callers would show what single persons use. */
export const LEAST_CALLERS = 5;

/**
 * Finds the rows that may be shown where usage per person is off: those of at least {@link LEAST_CALLERS} callers. If the
 * rows left out hold fewer callers together, the next smallest is left out too. Otherwise the sum would show their usage.
 *
 * @param callers the persons behind each row
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
