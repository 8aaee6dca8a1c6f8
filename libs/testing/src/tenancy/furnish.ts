import type { Pool } from 'pg';
import type { Owner } from '@app/common';
import { anyRow } from './any-rows';

/** Returns the names of all tables of the database, without that of migrations. */
export async function allTables(db: Pool): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'migrations' ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

/** Columns that refer to the row of another table without a foreign key, by table. */
export type Links = Readonly<Record<string, { column: string; parent: string }>>;

/** Returns which tables refer to which. */
async function references(db: Pool, links: Links): Promise<readonly { child: string; parent: string }[]> {
  const { rows } = await db.query<{ child: string; parent: string }>(
    `SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
     FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`,
  );
  return [...rows, ...Object.entries(links).map(([child, { parent }]) => ({ child, parent }))];
}

/** Returns the tables with rows of a user: they have a column with the user, or refer to such a row. */
export async function tablesOfUsers(db: Pool, links: Links = {}): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT attrelid::regclass::text AS name FROM pg_attribute
     WHERE attrelid::regclass::text = ANY ($1) AND attname = 'user_id' AND NOT attisdropped`,
    [await allTables(db)],
  );
  const known = new Set(['users', ...rows.map(({ name }) => name)]);
  const parents = await references(db, links);
  for (let size = 0; size < known.size;) {
    size = known.size;
    for (const { child, parent } of parents) if (known.has(parent)) known.add(child);
  }
  return [...known].toSorted();
}

/**
 * Inserts a row of an owner into each of the tables, parents before children. An organization or user that exists stays.
 *
 * @param given the ids of rows to which those may refer, by table
 * @returns the id of each row, by table; empty if it has none
 */
export async function furnish(
  db: Pool,
  holder: Owner,
  tables: readonly string[],
  { given = new Map(), links = {} }: { given?: ReadonlyMap<string, string>; links?: Links } = {},
): Promise<Map<string, string>> {
  const ids = new Map(given);
  for (const [table, id] of [
    ['organizations', holder.organizationId],
    ['users', holder.userId],
  ] as const) {
    const { rows: known } = await db.query(`SELECT FROM ${table} WHERE id = $1`, [id]);
    if (known.length === 0) {
      const { text, values } = await anyRow(db, table, holder, ids);
      const { rows: made } = await db.query<{ id: string }>(`${text} RETURNING id`, values);
      await db.query(`UPDATE ${table} SET id = $1 WHERE id = $2`, [id, made[0]!.id]);
    }
    ids.set(table, id);
  }
  const parents = await references(db, links);
  const waiting = new Set(tables.filter((table) => table !== 'organizations' && table !== 'users'));
  while (waiting.size > 0) {
    const ready = [...waiting].filter(
      (table) => !parents.some(({ child, parent }) => child === table && waiting.has(parent)),
    );
    for (const table of ready) {
      const link = links[table];
      const linked = link && { [link.column]: ids.get(link.parent) };
      const { text, values } = await anyRow(db, table, holder, ids, linked);
      const made = await db.query<{ id?: string }>(`${text} RETURNING *`, values);
      ids.set(table, made.rows[0]?.id ?? '');
      waiting.delete(table);
    }
  }
  return ids;
}
