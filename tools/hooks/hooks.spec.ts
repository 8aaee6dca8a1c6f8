import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const ROOT = resolve(__dirname, '../..');
const WORKFLOWS = join(ROOT, '.github/workflows');

describe('The commit hook', () => {
  const statusFor = (subject: string): number | null => {
    const file = join(mkdtempSync(join(tmpdir(), 'message-')), 'message');
    writeFileSync(
      file,
      `${subject}\n\nA body may have longer lines than the subject, because no reader scans a list of bodies.\n`,
    );
    return spawnSync(join(__dirname, 'commit-msg'), [file]).status;
  };

  it('accepts a subject of 72 characters and refuses a longer one', () => {
    expect([statusFor('x'.repeat(72)), statusFor('x'.repeat(73))]).toEqual([0, 1]);
  });

  it('runs checks that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const called = [
      ...readFileSync(join(__dirname, 'pre-commit'), 'utf8').matchAll(/npm run --silent (\S+)/g),
    ];
    expect(called.map(([, script = '']) => scripts[script])).toEqual(called.map(() => expect.any(String)));
    expect(called.length).toBeGreaterThan(2);
  });
});

interface Workflow {
  jobs: Record<string, { steps: { uses?: string }[] }>;
}

describe('Workflows', () => {
  it.each(readdirSync(WORKFLOWS))('%s pins each action by the hash of a commit', (file) => {
    const { jobs } = parse(readFileSync(join(WORKFLOWS, file), 'utf8')) as Workflow;
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w/.-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });
});
