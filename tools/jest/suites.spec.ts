import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { projects, workerIdleMemoryLimit } from '../../jest.config.cjs';

const ROOT = resolve(__dirname, '../..');

/** Runs the suites of `suites/` in their order, one worker at a time, and returns the outcome of each test. */
function outcomes(env: Record<string, string>): Record<string, string> {
  const unit = projects.find(({ displayName }) => displayName === 'unit');
  const config = {
    workerIdleMemoryLimit,
    testSequencer: join(ROOT, 'tools/jest/suites/in-order.cjs'),
    projects: [{ ...unit, testMatch: ['<rootDir>/tools/jest/suites/*.suite.ts'] }],
  };
  const args = ['--config', JSON.stringify(config), '--maxWorkers=1', '--json'];
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/jest/bin/jest.js'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  const { testResults } = JSON.parse(stdout) as {
    testResults: { assertionResults: { title: string; status: string }[] }[];
  };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return Object.fromEntries(tests.map(({ title, status }) => [title, status]));
}

describe('a suite', () => {
  it('is changed by no suite before it, even one that was cut off, and by no installation in the clone', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'installation-'));
    writeFileSync(join(dataDir, 'runtime.env'), 'MCP_TIMEOUT=9s\n');
    const found = outcomes({ DATA_DIR: dataDir, LOG_LEVEL: 'of the run' });
    rmSync(dataDir, { recursive: true });
    expect(found).toEqual({
      'leaves its changes': 'passed',
      'has defaults after a suite that left changes': 'passed',
      'continues after its time limit': 'failed',
      'has defaults after a suite that was cut off': 'passed',
      'reads the settings that it sets': 'passed',
    });
  });
});
