/** A statement with its values. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

export const statement = (text: string, values: readonly unknown[]): Statement => ({ text, values });

/**
 * Returns the parameters of many rows in one statement, as `($1, $2), ($3, $4)`, and their values.
 *
 * @param types the types of columns, by position, if PostgreSQL cannot infer them from the target
 */
export function valueRows(
  rows: readonly (readonly unknown[])[],
  types: readonly string[] = [],
): { places: string; values: unknown[] } {
  const width = rows[0]?.length ?? 0;
  const place = (row: number, column: number): string =>
    `$${row * width + column + 1}${types[column] ? `::${types[column]}` : ''}`;
  const places = rows.map((row, i) => `(${row.map((_, column) => place(i, column)).join(', ')})`).join(', ');
  return { places, values: rows.flat() };
}
