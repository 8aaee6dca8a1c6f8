/**
 * Row-level security, the second fence between owners: one line in the migration that makes a table. A statement then
 * reaches the rows of the scope that its transaction names alone (`RowScope` of `@app/common`), whatever its WHERE says;
 * without a scope it fails. What these functions return is part of released migrations, and never changed.
 */

const ORGANIZATION = 'organization_id = (SELECT scope_organization())';

/** For a table with `organization_id` and `user_id`. */
export const ownedByUser = (table: string): string =>
  fenced(table, `${ORGANIZATION} AND user_id = (SELECT scope_user())`);

/** For a table with `organization_id`, whose rows are no single user's. */
export const ownedByOrganization = (table: string): string => fenced(table, ORGANIZATION);

/** For a table whose rows belong, by the id in `column`, to the rows of a table that has such a policy itself. */
export const ownedThrough = (table: string, column: string, parent: string): string => `
  CREATE OR REPLACE FUNCTION ${table}_in_scope(${column} uuid) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    -- Volatile: the parent may have been made by this very statement.
    RETURN EXISTS (SELECT FROM ${parent} WHERE ${parent}.id = $1);
  END $$;
  ${fenced(
    table,
    `EXISTS (SELECT FROM ${parent} WHERE ${parent}.id = ${table}.${column})`,
    `${table}_in_scope(${column})`,
  )}`;

/** Its inverse, for `down`. A table that goes takes its policy along; the function of {@link ownedThrough} stays. */
export const unfenced = (table: string): string => `
  DROP POLICY ${table}_in_scope ON ${table};
  ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY;
  DROP FUNCTION IF EXISTS ${table}_in_scope(uuid);`;

/** Not forced upon the owner of the table: `pg_dump` as the owner would fail. */
const fenced = (table: string, readable: string, writable = readable): string => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  CREATE POLICY ${table}_in_scope ON ${table}
    USING ((SELECT scope_is_open()) OR (${readable}))
    WITH CHECK ((SELECT scope_is_open()) OR (${writable}));`;
