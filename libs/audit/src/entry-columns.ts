/** Returns SQL that formats a time as it is hashed, to the microsecond. */
export const exactTime = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Returns the columns of a `ChainEntry`.
 *
 * @param table `audit_events`, or its alias in the query
 */
export const entryColumns = (table: string): string =>
  `${table}.id, ${exactTime(`${table}.at`)} AS at, ${table}.actor, ${table}.actor_id,
   encode(${table}.actor_hash, 'hex') AS actor_hash, ${table}.account, ${table}.action, ${table}.outcome, ${table}.reason,
   ${table}.organization_id, ${table}.subject_type, ${table}.subject_id, ${table}.counts, ${table}.address_hash,
   ${table}.model`;
