import { Client, type ClientBase } from 'pg';

export const BACKUP_APPLICATION = 'privacy-chat backup';

/**
 * Opens a separate connection as the owner of the tables, or as the role of backups. If row-level security would hide rows, statements fail.
 * Values have one format, whatever the server's settings are, and statements wait only for a limited time.
 */
export async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: BACKUP_APPLICATION,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A connection may break while it is idle. The next statement then fails and reports it.
  client.on('error', () => undefined);
  await client.connect();
  await prepare(client);
  return client;
}

/** Prepares a connection for backups. If row-level security would hide rows, statements fail. */
export async function prepare(client: ClientBase): Promise<void> {
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
}
