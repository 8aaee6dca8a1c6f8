import { execFile } from 'node:child_process';
import { packageRoot } from '@app/common';
import { LOG_EVENTS } from './log-events';

/** Runs a service that starts with `code`. @returns how it ended, and all of its output */
const runs = (code: string): Promise<{ exitCode: number; output: string }> =>
  new Promise((done) => {
    const service = `require('./libs/observability/src/run-service.ts').runService(async () => { ${code} });`;
    const args = ['--require', './tools/typescript/register.cjs', '--eval', service];
    const child = execFile(process.execPath, args, { cwd: packageRoot() }, (_, stdout, stderr) =>
      done({ exitCode: child.exitCode ?? 0, output: stdout + stderr }),
    );
  });

describe('a service that cannot start', () => {
  const line = {
    level: 60,
    time: expect.any(String),
    pid: expect.any(Number),
    event: 'process.failed',
    reason: 'start',
    frames: expect.any(Array),
  };

  it('ends with 1, and prints one line of the log that names the wrong setting', async () => {
    const { exitCode, output } = await runs(
      `const { ConfigError } = require('./libs/config/src'); throw new ConfigError('PORT: expected a number');`,
    );
    expect(exitCode).toBe(1);
    expect(JSON.parse(output)).toEqual({
      ...line,
      errorClass: 'ConfigError',
      message: 'PORT: expected a number',
    });
    expect(output).toMatch(/^[^\n]+\n$/);
    expect(Object.keys(LOG_EVENTS)).toContain(line.event);
  });

  it('shows the class and the code of any other error, and not its message', async () => {
    const refused = `Object.assign(new TypeError('password of ada@example.com\\n refused'), { code: '28P01' })`;
    const { exitCode, output } = await runs(`throw ${refused};`);
    expect(exitCode).toBe(1);
    expect(JSON.parse(output)).toEqual({ ...line, errorClass: 'TypeError', code: '28P01' });
  });
});
