/**
 * The places of many rows in one statement, as `($1, $2), ($3, $4)`, and what stands in them.
 *
 * @param types of the columns, where PostgreSQL cannot tell them from the place they go to; by position
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
