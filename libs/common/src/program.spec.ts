import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, VERSION } from './program';

it('is the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  expect(VERSION).toBe(version);
});

/** Runs `code` in a separate program. @returns how it ended, and all of its output */
const runs = (code: string): Promise<{ exitCode: number; output: string }> =>
  new Promise((done) => {
    const cwd = packageRoot();
    const program = `require('./libs/common/src/program.ts').runProgram(async () => { ${code} });`;
    const args = ['--require', './tools/typescript/register.cjs', '--eval', program];
    const child = execFile(process.execPath, args, { cwd }, (_, stdout, stderr) =>
      done({ exitCode: child.exitCode ?? 0, output: stdout + stderr }),
    );
  });

describe('a program', () => {
  /** An error of ioredis for a refused password. */
  const refused = `Object.assign(new Error('WRONGPASS invalid password hunter2'), { name: 'ReplyError', command: { args: ['hunter2'] } })`;

  it.each([
    ['uncaughtException', `setImmediate(() => { throw ${refused}; });`],
    ['unhandledRejection', `void Promise.reject(${refused});`],
  ])('ends with 1 at an %s, and prints only its class, code and frames [SEC-114]', async (reason, code) => {
    const { exitCode, output } = await runs(code);
    expect(exitCode).toBe(1);
    expect(JSON.parse(output)).toEqual({
      level: 60,
      time: expect.any(String),
      pid: expect.any(Number),
      event: 'process.failed',
      reason,
      errorClass: 'Error',
      code: 'WRONGPASS',
      frames: expect.any(Array),
    });
  });

  it('that fails to start prints the reason on one line', async () => {
    expect(await runs(`throw new Error('two\\nlines');`)).toEqual({ exitCode: 1, output: 'two lines\n' });
  });
});
