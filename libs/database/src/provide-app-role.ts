import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { DataSource } from 'typeorm';
import { packageRoot } from '@app/common';

/** What the role may do, and the name that it has there. */
const GRANTS = 'docker/app-role.sql';
const NAME = /\bprivacy_chat_app\b/g;

/**
 * Makes the role that the programs log in as, where it is missing, and grants it what they need. Can be repeated, and
 * leaves the password of a role that is there as it is.
 *
 * @param owner a connection as the owner of the tables, who may make roles where this one is missing
 * @param url with which the programs log in
 */
export async function provideAppRole(owner: DataSource, url: string): Promise<void> {
  const { username, password } = new URL(url);
  const name = decodeURIComponent(username);
  const grants = await readFile(join(packageRoot(), GRANTS), 'utf8');
  await owner.transaction(async (manager) => {
    const known: unknown[] = await manager.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
    const role = escapeIdentifier(name);
    if (known.length === 0)
      await manager.query(
        `CREATE ROLE ${role} LOGIN PASSWORD ${escapeLiteral(decodeURIComponent(password))}`,
      );
    await manager.query(grants.replaceAll(NAME, () => role));
  });
}
