import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { eventually, runProgramToEnd, startSystem, type TestSystem } from '@app/testing';
import { ApiClient } from '../support/api-client';
import { aPrompt } from '../support/chat';
import { accepted, anAnonymization } from '../support/jobs';

type Program = readonly [script: string, ...args: string[]];

const CLI = 'dist/apps/cli/src/main.js';
const PROGRAMS: readonly (readonly [string, Program])[] = [
  ['the api', ['dist/apps/api/src/main.js']],
  ['the worker', ['dist/apps/worker/src/main.js']],
  ['migrate', ['dist/apps/cli/src/migrate.js']],
  ['cli org list', [CLI, 'org', 'list']],
  ['cli doctor', [CLI, 'doctor']],
];

const EXAMPLE = readFileSync(resolve(__dirname, '../../.env.example'), 'utf8');
const SETTINGS = [...EXAMPLE.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
const SECRETS = SETTINGS.filter((name) => /_(KEYS?|TOKEN|SECRET|ACCESS_KEY_ID)$/.test(name));
/** Settings that can contain a user name and a password. */
const ADDRESSES = SETTINGS.filter((name) => /(_URL|_ENDPOINT|_ISSUER)$/.test(name) && name !== 'JWT_ISSUER');

const plant = (): string => `planted${randomBytes(12).toString('hex')}`;
const withPassword = (url: string, password: string): string =>
  Object.assign(new URL(url), { password }).toString();

describe("the programs' output", () => {
  /** Every setting with a secret, in valid form, of servers that do not exist. */
  const planted: Record<string, string> = {
    ...Object.fromEntries(SECRETS.map((name) => [name, plant()])),
    ...Object.fromEntries(ADDRESSES.map((name) => [name, `http://chat:${plant()}@127.0.0.1:1`])),
  };
  const ofStores = new Set([
    'ENCRYPTION_KEYS',
    'JWT_KEYS',
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'DATABASE_BACKUP_URL',
    'REDIS_URL',
  ]);
  const ofServers = Object.entries(planted).filter(([name]) => !ofStores.has(name));
  const wrong = plant();
  let system: TestSystem;

  beforeAll(async () => {
    system = await startSystem(
      {
        ...Object.fromEntries(ofServers),
        PUBLIC_BASE_URL: 'http://127.0.0.1:1',
        OIDC_CLIENT_ID: 'chat',
        OIDC_ORGANIZATION: randomUUID(),
        LLM_MODELS: 'test-model',
        BLOB_STORE: 's3',
        S3_BUCKET: 'files',
        JOB_SWEEP_INTERVAL: '1h',
      },
      [],
    );
  });
  afterAll(() => system?.stop());

  /** Secrets in the settings of this suite, and keys without their ids. */
  const secrets = (): string[] =>
    [...Object.values(planted), ...Object.values(system.api.env)]
      .flatMap((value) => /planted[0-9a-f]{24}|(?<=^test:)\S+/.exec(value)?.[0] ?? [])
      .concat(wrong);

  const expectNoSecretIn = (output: string): void => {
    for (const secret of secrets()) expect(output).not.toContain(secret);
  };

  /** Runs a program to its end. @returns its output if it failed */
  const failureOf = async ([script, ...args]: Program, env: Record<string, string>): Promise<string> => {
    const run = runProgramToEnd(script, args, { ...system.api.env, ...env });
    return run.then(
      () => 'It did not fail',
      (error: Error) => error.message,
    );
  };

  it('is searched for every setting with a secret', () => {
    expect(SECRETS.length).toBeGreaterThan(8);
    expect(ADDRESSES).toEqual(expect.arrayContaining(['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT']));
    expect(secrets().length).toBeGreaterThan(20);
  });

  it.each(PROGRAMS)('contains no secret when all settings of %s are malformed', async (_, program) => {
    const misplaced = Object.fromEntries(
      [...SECRETS, ...ADDRESSES].map((name) => [name, planted[name]!.replace(/^.*(planted\w+).*$/, '$1')]),
    );
    const output = await failureOf(program, { ...misplaced, LOG_LEVEL: 'loud' });
    expect(output).toMatch(/ended with 1: [^]*expected/);
    expectNoSecretIn(output);
  });

  it('contains no secret when PostgreSQL rejects the password', async () => {
    const outputs = await Promise.all(
      PROGRAMS.map(([, program]) =>
        failureOf(program, {
          DATABASE_URL: withPassword(system.databaseUrl, wrong),
          DATABASE_OWNER_URL: withPassword(system.ownerUrl, wrong),
        }),
      ),
    );
    for (const output of outputs) {
      expect(output).toMatch(/password authentication failed|"code":"28P01"/);
      expectNoSecretIn(output);
    }
  });

  it('contains no secret when Redis rejects the password, and api and worker work until Redis accepts it [SEC-113]', async () => {
    const { api, worker, redis } = system;
    const user = `stranger-${randomUUID()}`;
    await redis.acl('SETUSER', user, 'on', `>${plant()}`, '~*', '&*', '+@all');
    const url = Object.assign(new URL(system.redisUrl), { username: user, password: wrong });
    for (const { env } of [api, worker]) env.REDIS_URL = url.toString();
    await Promise.all([api.start(), worker.start()]);
    const client = new ApiClient(system, await system.user());
    const redisIs = (state: string) =>
      eventually(async () =>
        expect((await client.get('/health/ready')).body).toMatchObject({ redis: state }),
      );
    const done = async (): Promise<void> => {
      const id = await accepted(client.post('job/anonymize', anAnonymization('https://127.0.0.1:9999/hook')));
      await eventually(async () =>
        expect((await client.get(`job/${id}`)).body).toMatchObject({ status: 'completed' }),
      );
    };

    await redisIs('degraded');
    await done();
    const calls = await Promise.all([
      client.post('chat', aPrompt('Hello')),
      client.post('generate-image', { prompt: 'A tree' }),
      client.upload('Hello', 'hello.txt'),
      client.get('/idm/v1/oidc/login'),
    ]);
    expect(calls.map(({ status }) => status >= 500)).toEqual([true, true, true, true]);
    const examined = await failureOf([CLI, 'doctor'], {});
    expect(examined).toContain('WRONGPASS');
    expectNoSecretIn(examined);

    await redis.acl('SETUSER', user, `>${wrong}`);
    await redisIs('up');
    await done();
    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
    expectNoSecretIn(api.output + worker.output);
    await redis.acl('DELUSER', user);
  });
});
