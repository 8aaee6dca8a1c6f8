import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomSecret } from './runtime-env.mjs';
import { run } from './run.mjs';

const ORGANIZATION = 'Demo';
const USER_NAME = 'demo@example.com';

/**
 * Returns the demo login, which is created on the first run and stored in DATA_DIR/demo-credentials.json (mode 0600).
 *
 * @returns {Promise<{ userName: string, password: string, organizationId: string }>}
 */
export async function demoLogin(dataDir, env) {
  const file = join(dataDir, 'demo-credentials.json');
  const cli = (args, input) =>
    run(process.execPath, ['dist/apps/cli/src/main.js', ...args], { quiet: true, env, input });
  if (existsSync(file)) return withRole(JSON.parse(readFileSync(file, 'utf8')), file, cli);
  const json = async (...args) => JSON.parse(await cli([...args, '--json']));
  // An interrupted first run may have created the organization already.
  const organization =
    (await json('org', 'list')).find(({ name }) => name === ORGANIZATION) ??
    (await json('org', 'create', ORGANIZATION));
  for (const grant of ['anonymize', 'transcribe']) await cli(['org', 'grant', organization.id, grant]);
  const password = randomSecret();
  const known = (await json('user', 'list')).some(({ userName }) => userName === USER_NAME);
  const command = known
    ? ['user', 'password', USER_NAME]
    : ['user', 'create', USER_NAME, '--org', organization.id, '--role', 'admin'];
  await cli([...command, '--password-stdin'], `${password}\n`);
  const login = { userName: USER_NAME, password, organizationId: organization.id };
  return known ? withRole(login, file, cli) : kept(login, file);
}

/** Makes the demo user an admin once, including one of an earlier version without roles. */
async function withRole(login, file, cli) {
  if (login.role) return login;
  await cli(['user', 'role', login.userName, 'admin']);
  return kept(login, file);
}

function kept(login, file) {
  const complete = { ...login, role: 'admin' };
  writeFileSync(file, `${JSON.stringify(complete, null, 2)}\n`, { mode: 0o600 });
  return complete;
}
