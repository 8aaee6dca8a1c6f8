import { randomUUID } from 'node:crypto';

export interface TestUser {
  userName: string;
  password: string;
  organizationId: string;
  token: string;
  refreshToken: string;
  /** The Authorization header of this user. */
  authorization: { authorization: string };
}

/** Makes an organization and a user by the operator's command line, and logs in over HTTP, as a customer would. */
export async function makeUser(
  cli: (args: readonly string[], input?: string) => Promise<string>,
  loginUrl: string,
  { organizationId, grants }: { organizationId?: string; grants: readonly string[] },
): Promise<TestUser> {
  const organization = organizationId ?? (await makeOrganization(cli, grants));
  const userName = `user-${randomUUID()}@company.example`;
  const password = randomUUID();
  await cli(['user', 'create', userName, '--org', organization, '--password-stdin'], `${password}\n`);
  const response = await fetch(loginUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  });
  if (response.status !== 200) throw new Error(`Login answered ${response.status}: ${await response.text()}`);
  const { jwtToken, refreshToken } = (await response.json()) as { jwtToken: string; refreshToken: string };
  return {
    userName,
    password,
    organizationId: organization,
    token: jwtToken,
    refreshToken,
    authorization: { authorization: `Bearer ${jwtToken}` },
  };
}

async function makeOrganization(
  cli: (args: readonly string[]) => Promise<string>,
  grants: readonly string[],
): Promise<string> {
  const { id } = JSON.parse(await cli(['org', 'create', `Organization ${randomUUID()}`, '--json'])) as {
    id: string;
  };
  for (const grant of grants) await cli(['org', 'grant', id, grant]);
  return id;
}
