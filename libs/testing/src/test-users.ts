import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Pool } from 'pg';
import type { Role } from '@app/common';

/** Argon2 with the minimal cost. The time of a password comparison is tested elsewhere. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export interface TestUser {
  id: string;
  userName: string;
  password: string;
  organizationId: string;
  token: string;
  refreshToken: string;
  /** The Authorization header of this user. */
  authorization: { authorization: string };
}

export interface NewTestUser {
  /** If absent, a new one. */
  organizationId?: string;
  /** The grants of a new organization. */
  grants: readonly string[];
  role?: Role;
}

/**
 * Inserts an organization and a user as rows, and logs in over HTTP. The command line, which customers use, takes a second
 * each time and has its own tests.
 */
export async function makeUser(
  db: Pool,
  loginUrl: string,
  { organizationId, grants, role = 'member' }: NewTestUser,
): Promise<TestUser> {
  const organization = organizationId ?? (await makeOrganization(db, grants));
  const userName = `user-${randomUUID()}@company.example`;
  const [id, password] = [randomUUID(), randomUUID()];
  await db.query(
    `INSERT INTO users (id, organization_id, user_name, login_name, password_hash, active, role)
     VALUES ($1, $2, $3, $3, $4, true, $5)`,
    [id, organization, userName, await hash(password, CHEAP), role],
  );
  const response = await fetch(loginUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  });
  if (response.status !== 200) throw new Error(`Login answered ${response.status}: ${await response.text()}`);
  const { jwtToken, refreshToken } = (await response.json()) as { jwtToken: string; refreshToken: string };
  return {
    id,
    userName,
    password,
    organizationId: organization,
    token: jwtToken,
    refreshToken,
    authorization: { authorization: `Bearer ${jwtToken}` },
  };
}

async function makeOrganization(db: Pool, grants: readonly string[]): Promise<string> {
  const id = randomUUID();
  await db.query('INSERT INTO organizations (id, name, active, grants) VALUES ($1, $2, true, $3)', [
    id,
    `Organization ${id}`,
    grants,
  ]);
  return id;
}
