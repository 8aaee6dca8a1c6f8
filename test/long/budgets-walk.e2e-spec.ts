import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startSystem, type TestSystem } from '@app/testing';

const ROOT = resolve(__dirname, '../..');
const PAGE = join(ROOT, 'docs/admin/budgets.md');
/** Commands of the page, and the output that the page shows. */
const STEP = /^```sh\n(.*?)^```\n(?:\n+```text\n(.*?)^```\n)?/gms;
/** Separates the outputs of steps. */
const END_OF_STEP = '--- end of a step ---';

describe('docs/admin/budgets.md', () => {
  let system: TestSystem;
  let folder: string;
  beforeAll(async () => {
    system = await startSystem();
    folder = await mkdtemp(join(tmpdir(), 'privacy-chat-walk-'));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });
  afterAll(async () => {
    await system?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('shows the output of its commands, from the first to the last', async () => {
    const { token } = await system.user({ role: 'admin' });
    const steps = [...(await readFile(PAGE, 'utf8')).matchAll(STEP)].map(([, commands = '', shown = '']) => ({
      commands,
      shown: shown.trim(),
    }));
    expect(steps.length).toBeGreaterThan(6);
    const script = steps.map(({ commands }) => `${commands}echo '${END_OF_STEP}'\n`).join('');
    const { status, stdout } = spawnSync('bash', ['--norc', '-eo', 'pipefail', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        API: system.url(''),
        ADMIN: token,
        DATABASE_OWNER_URL: system.ownerUrl,
      },
    });
    const printed = stdout.split(END_OF_STEP).map((part) => part.trim());
    for (const [i, { shown }] of steps.entries()) expect(printed[i]).toEqual(asShown(shown));
    expect(status).toBe(0);
  });
});

/** Returns a pattern in which `...` matches the rest of its line. */
const asShown = (shown: string): unknown =>
  expect.stringMatching(
    new RegExp(
      `^${shown
        .split('...')
        .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
        .join('.*')}$`,
    ),
  );
