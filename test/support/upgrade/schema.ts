import type { Pool, PoolClient } from 'pg';

interface Column {
  type: string;
  nullable: boolean;
  /** Whether an INSERT may omit the column. */
  optional: boolean;
}

/** Tables as a program knows them that reads and writes them. */
export interface Schema {
  tables: Record<string, Record<string, Column>>;
  /** Constraints in SQL, by `table.name`; also their indexes, on further lines. */
  constraints: Record<string, string>;
}

const COLUMNS = `
  SELECT relname AS table, attname AS column, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS nullable,
    NOT attnotnull OR atthasdef OR attidentity <> '' AS optional
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'migrations'
    AND attnum > 0 AND NOT attisdropped ORDER BY relname, attname`;

const CONSTRAINTS = `
  SELECT conrelid::regclass || '.' || conname AS name, pg_get_constraintdef(oid) AS sql FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND conrelid <> 'migrations'::regclass AND contype <> 'n'
  UNION ALL
  SELECT indrelid::regclass || '.' || relname, pg_get_indexdef(indexrelid)
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE indisunique AND relnamespace = 'public'::regnamespace AND indrelid <> 'migrations'::regclass
  ORDER BY 1, 2`;

export async function schemaOf(db: Pool | PoolClient): Promise<Schema> {
  const columns = await db.query<Column & { table: string; column: string }>(COLUMNS);
  const tables: Schema['tables'] = {};
  for (const { table, column, ...rest } of columns.rows) (tables[table] ??= {})[column] = rest;
  const { rows } = await db.query<{ name: string; sql: string }>(CONSTRAINTS);
  const constraints: Schema['constraints'] = {};
  for (const { name, sql } of rows)
    constraints[name] = constraints[name] === undefined ? sql : `${constraints[name]}\n${sql}`;
  return { tables, constraints };
}

/**
 * Returns what a program of the earlier version can no longer do with the later schema: read a column, insert a row, leave a
 * column empty, or write a value that it wrote before.
 */
export function whatBreaks(earlier: Schema, later: Schema): string[] {
  return Object.entries(earlier.tables).flatMap(([table, columns]) => {
    const now = later.tables[table];
    if (!now) return [`${table} is gone`];
    return [
      ...Object.entries(columns).flatMap(([name, column]) => changed(`${table}.${name}`, column, now[name])),
      ...Object.entries(now)
        .filter(([name, { optional }]) => !(name in columns) && !optional)
        .map(([name]) => `${table}.${name} is new, and has to be filled`),
      ...newRules(table, earlier, later),
    ];
  });
}

function changed(name: string, before: Column, now?: Column): string[] {
  if (!now) return [`${name} is gone`];
  if (now.type !== before.type) return [`${name} is ${now.type}, not ${before.type}`];
  if (before.nullable && !now.nullable) return [`${name} may no longer be empty`];
  return before.optional && !now.optional ? [`${name} has lost its default`] : [];
}

/** Checks that were replaced by wider ones, which accept every row that an earlier version writes. */
const WIDER: ReadonlySet<string> = new Set(['api_keys.api_keys_scopes_known', 'jobs.jobs_type_known']);

/** Returns whether a rule is as before. Earlier versions noted a constraint or its index. */
const isKept = (before: string | undefined, now: string): boolean =>
  before !== undefined && before.split('\n').every((line) => now.split('\n').includes(line));

/** Returns the new constraints on columns that the earlier version knows: they apply to the rows that it writes. */
function newRules(table: string, { tables, constraints }: Schema, later: Schema): string[] {
  const added = Object.keys(later.tables[table]!).filter((name) => !(name in tables[table]!));
  return Object.entries(later.constraints)
    .filter(
      ([name, sql]) => name.startsWith(`${table}.`) && !isKept(constraints[name], sql) && !WIDER.has(name),
    )
    .filter(([, sql]) => !added.some((column) => new RegExp(`\\b${column}\\b`).test(sql)))
    .map(([name]) => `${name} is a new rule`);
}
