import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Owner } from '@app/common';

interface Column {
  name: string;
  type: string;
  /** The table that its foreign key references. */
  parent: string | null;
  check: string | null;
}

/** Selects the columns that a new row needs. */
const COLUMNS = `
  SELECT attname AS name, format_type(atttypid, NULL) AS type,
    (SELECT confrelid::regclass::text FROM pg_constraint
     WHERE contype = 'f' AND conrelid = attrelid AND conkey = ARRAY[attnum]) AS parent,
    (SELECT pg_get_constraintdef(oid) FROM pg_constraint
     WHERE contype = 'c' AND conrelid = attrelid AND conkey = ARRAY[attnum]) AS "check"
  FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
    AND (attnotnull AND NOT atthasdef OR attname IN ('organization_id', 'user_id') OR attname = ANY ($2))
  ORDER BY attnum`;

const ANY: Readonly<Record<string, () => unknown>> = {
  uuid: () => randomUUID(),
  text: () => randomUUID(),
  bytea: () => randomBytes(8),
  integer: () => randomInt(1_000_000),
  bigint: () => randomInt(1_000_000),
  smallint: () => randomInt(1_000),
  boolean: () => true,
  jsonb: () => '{}',
  'text[]': () => [],
  'uuid[]': () => [],
  date: () => '2026-01-15',
  'timestamp with time zone': () => new Date(),
};

/** An INSERT of a row of an owner into any table, generated from the catalog of PostgreSQL. */
export interface AnyRow {
  text: string;
  values: unknown[];
}

/**
 * @param parents the ids of this owner's rows, by table
 * @param given values of some of its columns
 */
export async function anyRow(
  db: Pool,
  table: string,
  owner: Owner,
  parents: ReadonlyMap<string, string>,
  given: Readonly<Record<string, unknown>> = {},
): Promise<AnyRow> {
  const { rows } = await db.query<Column>(COLUMNS, [table, Object.keys(given)]);
  const values = rows.map(({ name, type, parent, check }) => {
    if (name in given) return given[name];
    if (name === 'organization_id') return owner.organizationId;
    if (name === 'user_id') return owner.userId;
    if (parent) return parents.get(parent);
    // The first value that the constraint allows.
    const word = type.endsWith('[]') ? undefined : check && /'([^']*)'/.exec(check)?.[1];
    const make = ANY[type];
    if (!make) throw new Error(`No value is known for ${table}.${name}, of type ${type}`);
    return word ?? make();
  });
  const names = rows.map(({ name }) => name).join(', ');
  const places = rows.map((_, i) => `$${i + 1}`).join(', ');
  return { text: `INSERT INTO ${table} (${names}) VALUES (${places})`, values };
}
