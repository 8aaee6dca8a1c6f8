import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSystem, type TestSystem } from '@app/testing';
import { VERSION } from '@app/common';

interface Organization {
  id: string;
  name: string;
}

/** All commands for accounts: `account-commands.e2e-spec.ts`. */
describe("the operator's commands", () => {
  let system: TestSystem;

  beforeAll(async () => {
    system = await startSystem({}, []);
  });
  afterAll(() => system.stop());

  const json = async <T>(args: readonly string[], input?: string): Promise<T> =>
    JSON.parse(await system.cli([...args, '--json'], input)) as T;
  /** Returns the standard error of a command, without the prefix by which the test system names the command. */
  const refusal = async (args: readonly string[], input?: string): Promise<string> => {
    const failure = await system.cli(args, input).catch((error: unknown) => error);
    if (!(failure instanceof Error)) throw new Error('The command did not fail');
    const [, said = ''] = /ended with 1: ([^]*)$/.exec(failure.message) ?? [];
    expect(said).toMatch(/^[^\n]+\n$/);
    return said.trim();
  };
  it('print their result, and fail with one line', async () => {
    const made = await json<Organization>(['org', 'create', `Organization ${randomUUID()}`]);
    expect(await json(['org', 'list'])).toContainEqual(made);
    expect(await refusal(['org', 'create', made.name])).toMatch(/exists already/);
    const user = ['user', 'create', 'nobody', '--org', made.id, '--password-stdin'];
    expect(await refusal(user, 'correct horse\n')).toMatch(/user name must be an e-mail address/);
  });

  it('report which build runs, as readiness, metrics and the log do', async () => {
    const api = await system.startApi();
    const [, version, commit] =
      /^(\d+\.\d+\.\d+) \((\w{7,40})\)\n$/.exec(await system.cli(['--version'])) ?? [];
    expect(version).toBe(VERSION);
    const at = `http://127.0.0.1:${api.env.PORT}`;
    expect(await (await fetch(`${at}/health/ready`)).json()).toMatchObject({ version, commit });
    expect(await (await fetch(`${at}/metrics`)).text()).toContain(
      `privacy_chat_build_info{version="${version}",commit="${commit}"} 1\n`,
    );
    expect(api.output).toMatch(
      new RegExp(`"event":"api.listening".*"version":"${version}","commit":"${commit}"`),
    );
    await api.stop();
  });

  it('examine the system: one line for each check, and exit code 1 if a check failed', async () => {
    const lines = (await system.cli(['doctor'])).trim().split('\n');
    expect(lines).toContainEqual(expect.stringMatching(/^ok {7}postgres: /));
    expect(lines).toContainEqual(
      expect.stringMatching(/^warning {2}provider: {3,}none: a demo model answers/),
    );
    expect(lines.filter((line) => !/^(ok|warning|skipped) +[a-z-]+: +\S/.test(line))).toEqual([]);
    await system.db.query('ALTER TABLE migrations RENAME TO migrations_away');
    try {
      const failure: unknown = await system.cli(['doctor', '--json']).catch((error: unknown) => error);
      const [, said = ''] = /ended with 1: ([^]*)$/.exec(String(failure)) ?? [];
      expect(JSON.parse(said)).toMatchObject({
        healthy: false,
        checks: expect.arrayContaining([expect.objectContaining({ check: 'migrations', outcome: 'failed' })]),
      });
    } finally {
      await system.db.query('ALTER TABLE migrations_away RENAME TO migrations');
    }
  });

  it('write a backup, check it, and describe a damaged backup in one line', async () => {
    const folder = join(system.dataDir, 'backup');
    const made = await json<object>(['backup', 'create', '--out', folder]);
    expect(made).toMatchObject({ id: expect.any(String), rows: expect.any(Number), blobs: 0 });
    expect(await json(['backup', 'verify', folder])).toEqual(made);
    await writeFile(join(folder, 'tables/users.copy.gz'), 'x');
    expect(await refusal(['backup', 'verify', folder])).toMatch(
      /damaged: tables\/users.copy.gz cannot be read/,
    );
    expect(await refusal(['backup', 'create', '--out', folder])).toMatch(/must be new; these exist/);
  });

  it('report pending migrations and do nothing else', async () => {
    await system.db.query('ALTER TABLE migrations RENAME TO migrations_away');
    try {
      expect(await refusal(['org', 'list'])).toMatch(
        /^DATABASE_URL: \d+ migrations are pending; run npm run migrate/,
      );
    } finally {
      await system.db.query('ALTER TABLE migrations_away RENAME TO migrations');
    }
  });
});
