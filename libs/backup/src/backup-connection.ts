import { Client } from 'pg';

/**
 * A connection of its own, as the owner of the tables. Row-level security is not to hide rows: where it would, the
 * statement fails. Values are written in one form, whatever the server is set to, and nothing waits too long for it.
 */
export async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'privacy-chat backup',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A connection that breaks while nothing is asked of it: what is asked next fails, and says so.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`
    SET row_security = off;
    SET statement_timeout = 0;
    SET lock_timeout = 0;
    SET idle_in_transaction_session_timeout = 0;
    SET datestyle = 'ISO, YMD';
    SET intervalstyle = 'iso_8601';
    SET timezone = 'UTC';
    SET extra_float_digits = 3;
    SET bytea_output = 'hex';
    SET client_encoding = 'UTF8'`);
  return client;
}
