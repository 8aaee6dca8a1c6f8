import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(__dirname, '../..');
const run = promisify(execFile);

interface Installed {
  health: { status: string };
  outside: string;
  packages: number;
  exitCode: number;
  checks: { check: string; outcome: string }[];
}

/** Runs a command without a network except loopback. */
const WITHOUT_NETWORK = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const;
/** If the machine does not allow that: a registry address without a server. */
const BLOCKED = { npm_config_registry: 'http://127.0.0.1:9' };

const [command, ...args] = WITHOUT_NETWORK;
const IS_CUT_OFF = spawnSync(command, [...args, 'true']).status === 0;
const PLACE = IS_CUT_OFF ? 'in a network of loopback alone' : 'before a registry that nobody answers for';

describe(`a release without the internet, ${PLACE}`, () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'privacy-chat-bundle-'));
    await run(process.execPath, ['tools/release/bundle.mjs', '--out', folder], { cwd: ROOT });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is one archive that installs its packages, migrates, starts and examines itself', async () => {
    const archive = (await readdir(folder)).find((file) => file.endsWith('.tar.gz'))!;
    await run('tar', ['-xzf', archive], { cwd: folder });
    const release = join(folder, archive.replace(/\.tar\.gz$/, ''));
    const install = [process.execPath, 'test/support/offline/install.mjs', release];
    const [program, ...rest] = IS_CUT_OFF ? [...WITHOUT_NETWORK, ...install] : install;
    const { stdout } = await run(program!, rest, {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...(IS_CUT_OFF ? {} : BLOCKED) },
    });
    const installed = JSON.parse(stdout.trim().split('\n').at(-1)!) as Installed;
    expect(installed).toMatchObject({ health: { status: 'ready' }, outside: 'not reached', exitCode: 0 });
    expect(installed.packages).toBeGreaterThan(50);
    const outcomes = Object.fromEntries(installed.checks.map(({ check, outcome }) => [check, outcome]));
    expect(outcomes).toMatchObject({
      settings: 'ok',
      migrations: 'ok',
      keys: 'ok',
      files: 'ok',
      'entity-model': 'ok',
    });
  });
});
