/** A statement, or a part of one: `$1` is the first of its own values. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

export const statement = (text: string, values: readonly unknown[]): Statement => ({ text, values });

/**
 * Several statements as one, and so in one transaction and one round trip: `last` may read what the named ones return
 * (PostgreSQL, section 7.8.4). All of them see the rows as they were before.
 */
export function asOne(named: Readonly<Record<string, Statement>>, last: Statement): Statement {
  const values: unknown[] = [];
  const placed = ({ text, values: own }: Statement): string => {
    const before = values.length;
    values.push(...own);
    return text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${before + Number(place)}`);
  };
  const parts = Object.entries(named).map(([name, part]) => `${name} AS (${placed(part)})`);
  return { text: `WITH ${parts.join(', ')} ${placed(last)}`, values };
}
