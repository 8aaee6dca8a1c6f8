/** The delay after which a row that could not be read is tried again. */
export const UNREADABLE_DELAY_S = 60;

export interface Opened<R, T> {
  opened: T[];
  unreadable: { row: R; error: unknown }[];
}

/** Opens rows one by one. A row with a missing main key or with damage does not affect the others. */
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
