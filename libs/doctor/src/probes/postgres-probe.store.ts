import { Client } from 'pg';

/** The state of PostgreSQL for the logged-in role. */
export interface PostgresState {
  version: string;
  role: string;
  /** Whether row-level security applies to this role: not the owner of the tables, and no role with BYPASSRLS. */
  bound: boolean;
  /** Whether it is a standby, or configured as read-only. */
  readOnly: boolean;
  /** The server's time. */
  now: Date;
}

const TIMEOUT_MS = 5_000;

const STATE = `
  SELECT current_setting('server_version') AS version, current_user AS role, clock_timestamp() AS now,
    current_setting('transaction_read_only') = 'on' AS "readOnly",
    NOT (rolsuper OR rolbypassrls) AND NOT EXISTS (
      SELECT FROM pg_tables WHERE schemaname = 'public' AND tableowner = current_user
    ) AS bound
  FROM pg_roles WHERE rolname = current_user`;

/**
 * Queries on a separate connection and closes it.
 *
 * @throws the driver's error
 */
export async function probePostgres(url: string): Promise<PostgresState> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'privacy-chat/doctor',
  });
  try {
    await client.connect();
    const { rows } = await client.query<PostgresState>(STATE);
    return rows[0]!;
  } finally {
    await client.end();
  }
}
