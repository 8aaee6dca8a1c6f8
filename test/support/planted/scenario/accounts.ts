import type { Stage } from '../stage';
import { expectStatus } from './chats';

/** Output and error messages of the command line. */
export interface Printed {
  output: string;
  failures: string;
}

/** Creates an organization and a user, uses them, and locks them as the operator; with failed logins and spent tokens. */
export async function playAccounts(stage: Stage): Promise<Printed> {
  const { plants, system } = stage;
  const printed: Printed = { output: '', failures: '' };
  const cli = async (args: readonly string[], input?: string): Promise<string> => {
    const output = await system.cli(args, input);
    printed.output += output;
    return output;
  };
  const refused = async (args: readonly string[], input?: string): Promise<void> => {
    const failure = await system.cli(args, input).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
    if (failure === undefined) throw new Error(`${args[0]} ${args[1]} was to fail`);
    // The text before `ended with` repeats the command as the operator typed it.
    printed.failures += failure.replace(/^.* ended with/s, '');
  };
  const organization = plants.secret('organization name');
  const userName = plants.email('userName', 'secret');
  const password = plants.secret('password');
  const changed = plants.secret('changed password');
  await cli(['org', 'create', organization, '--json']);
  await cli(['user', 'create', userName, '--org', organization, '--password-stdin'], `${password}\n`);
  await refused(['user', 'create', userName, '--org', organization, '--password-stdin'], `${changed}\n`);
  await refused(
    ['user', 'password', plants.email('unknown user', 'secret'), '--password-stdin'],
    `${changed}\n`,
  );
  await refused(['job', 'show', plants.secret('job id')]);
  await cli(['org', 'secret', organization, 'rotate', '--json']);
  await useTokens(stage, userName, password);
  await cli(['user', 'password', userName, '--password-stdin'], `${changed}\n`);
  await cli(['user', 'deactivate', userName]);
  await expectStatus(401, stage.idm('login', { userName, password: changed }));
  await failLogins(stage, userName);
  await cli(['user', 'list', '--json']);
  return printed;
}

/** Uses and spends tokens. Tokens are secrets, so the search covers them too. */
async function useTokens(stage: Stage, userName: string, password: string): Promise<void> {
  type Tokens = { jwtToken: string; refreshToken: string };
  const keep = ({ jwtToken, refreshToken }: Tokens): void => {
    stage.plants.add('secret', 'refreshToken', refreshToken);
    stage.plants.add('secret', 'signature of a jwtToken', jwtToken.split('.')[2]!);
  };
  const first = await expectStatus(200, stage.idm<Tokens>('login', { userName, password }));
  keep(first);
  const user = { authorization: { authorization: `Bearer ${first.jwtToken}` } };
  await expectStatus(200, stage.ai('history', { user }));
  const agent = `Firefox/140.0 (Windows; ${stage.plants.secret('User-Agent')})`;
  const again = { body: { userName, password }, user: null, headers: { 'user-agent': agent } };
  keep(await expectStatus(200, stage.call<Tokens>('/idm/v1/auth/login', again)));
  type Logins = { data: { id: string; current: boolean }[] };
  const { data } = await expectStatus(200, stage.call<Logins>('/idm/v1/logins', { user }));
  const { id } = data.find(({ current }) => !current)!;
  await expectStatus(200, stage.call(`/idm/v1/logins/${id}`, { method: 'DELETE', user }));
  await expectStatus(200, stage.call('/idm/v1/logins', { method: 'DELETE', user }));
  const profile = { display_name: stage.plants.secret('display_name of oneself') };
  await expectStatus(200, stage.call('/idm/v1/profile', { method: 'PUT', body: profile, user }));
  await expectStatus(200, stage.call('/idm/v1/profile', { user }));
  const long = { display_name: stage.plants.secret('refused display_name').repeat(20) };
  await expectStatus(400, stage.call('/idm/v1/profile', { method: 'PUT', body: long, user }));
  const { refreshToken } = first;
  keep(await expectStatus(200, stage.idm<Tokens>('refresh', { refreshToken })));
  await expectStatus(401, stage.idm('refresh', { refreshToken }));
  await expectStatus(200, stage.idm('logout', { refreshToken }));
  await expectStatus(401, stage.ai('history', { user }));
}

/** Fails logins until they are limited. */
async function failLogins(stage: Stage, userName: string): Promise<void> {
  const statuses = new Set<number>();
  for (let i = 0; i < 12; i += 1) {
    const { status } = await stage.idm('login', {
      userName,
      password: stage.plants.secret(`wrong password ${i}`),
    });
    statuses.add(status);
  }
  if (!statuses.has(401) || !statuses.has(429)) throw new Error('The logins were not refused and limited');
  await stage.idm('refresh', { refreshToken: stage.plants.secret('unknown refresh token') });
}
