/**
 * Row-level security, the second barrier between owners: one line in the migration that creates a table. A statement then
 * accesses only the rows of the scope of its transaction (`RowScope` of `@app/common`), whatever its WHERE contains.
 * Without a scope it fails. The results of these functions are part of released migrations and never change.
 */

/** Not correlated, so that it is read once for each statement. */
const CASES_OF_SCOPE = 'SELECT case_id FROM case_members WHERE user_id = (SELECT scope_user())';
const ORGANIZATION = 'organization_id = (SELECT scope_organization())';

/** Returns the policy of a table with `organization_id` and `user_id`. */
export const ownedByUser = (table: string): string =>
  fenced(table, `${ORGANIZATION} AND user_id = (SELECT scope_user())`);

/**
 * Returns the policy of a table with `organization_id` and without a user.
 *
 * @param generation for a table that earlier versions use without a scope: that of the programs that name one
 */
export const ownedByOrganization = (table: string, generation?: number): string =>
  fenced(table, ORGANIZATION, ORGANIZATION, generation);

/**
 * Returns the policy of a table to which every transaction may add rows for any organization or for none, without a scope.
 * Rows are read and deleted only in their scope. Those of no organization belong to the nil id.
 *
 * @param generation as in {@link ownedByOrganization}
 */
export const addedByAll = (table: string, generation: number): string => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  CREATE POLICY ${table}_in_scope ON ${table}
    USING ((SELECT scope_is_open(${generation})) OR
      coalesce(organization_id, '00000000-0000-0000-0000-000000000000') = (SELECT scope_organization()))
    WITH CHECK (true);`;

/**
 * Returns the policy of a table with rows that belong, by the id in `column`, to rows of a table with its own policy.
 */
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

/** Returns the policy of a table with rows that belong, by `case_id`, to cases: a member of a case accesses all of them. */
export const ownedThroughMembership = (table: string): string =>
  fenced(table, `case_id IN (${CASES_OF_SCOPE})`);

/** Returns the policy of the table of cases. A case is added before its first member. */
export const ownedByMembers = (table: string): string =>
  fenced(table, `${ORGANIZATION} AND id IN (${CASES_OF_SCOPE})`, ORGANIZATION);

/** Returns the inverse, for `down`. Dropping a table drops its policy; the function of {@link ownedThrough} remains. */
export const unfenced = (table: string): string => `
  DROP POLICY ${table}_in_scope ON ${table};
  ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY;
  DROP FUNCTION IF EXISTS ${table}_in_scope(uuid);`;

/** Does not force the policy on the owner of the table, because `pg_dump` as the owner would fail. */
const fenced = (
  table: string,
  readable: string,
  writable = readable,
  generation: number | string = '',
): string => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  CREATE POLICY ${table}_in_scope ON ${table}
    USING ((SELECT scope_is_open(${generation})) OR (${readable}))
    WITH CHECK ((SELECT scope_is_open(${generation})) OR (${writable}));`;
