/** After this long it is looked whether a row that could not be read can be. */
export const UNREADABLE_DELAY_S = 60;

export interface Opened<R, T> {
  opened: T[];
  unreadable: { row: R; error: unknown }[];
}

/** Opens rows one by one: one whose main key is not in the ring, or that was damaged, costs only itself. */
export function openEach<R, T>(rows: readonly R[], open: (row: R) => T): Opened<R, T> {
  const result: Opened<R, T> = { opened: [], unreadable: [] };
  for (const row of rows) {
    try {
      result.opened.push(open(row));
    } catch (error) {
      result.unreadable.push({ row, error });
    }
  }
  return result;
}
