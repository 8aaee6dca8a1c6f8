/** A statement, or a part of one. `$1` is the first of its own values. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

export const statement = (text: string, values: readonly unknown[]): Statement => ({ text, values });

/**
 * Combines several statements into one, and so into one transaction and one round trip. `last` may read what the named ones
 * return (PostgreSQL, section 7.8.4). All of them see the rows as they were before.
 */
export function asOne(named: Readonly<Record<string, Statement>>, last: Statement): Statement {
  const values: unknown[] = [];
  const placed = ({ text, values: own }: Statement): string => {
    const before = values.length;
    values.push(...own);
    return before === 0 ? text : moved(text, before);
  };
  const parts = Object.entries(named).map(([name, part]) => `${name} AS (${placed(part)})`);
  return { text: `WITH ${parts.join(', ')} ${placed(last)}`, values };
}

/**
 * Cached parts with renumbered parameters, by their offset. There are few texts, and they are used in every request.
 */
const movedParts = new Map<string, string[]>();
const MAX_PARTS = 200;

function moved(text: string, by: number): string {
  const known = movedParts.get(text);
  const done = known?.[by] ?? text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${by + Number(place)}`);
  if (known) known[by] = done;
  else if (movedParts.size < MAX_PARTS) movedParts.set(text, Object.assign([], { [by]: done }));
  return done;
}

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
