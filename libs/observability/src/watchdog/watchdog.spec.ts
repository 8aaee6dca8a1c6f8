import { execFile } from 'node:child_process';
import { packageRoot } from '@app/common';
import { LOG_EVENTS } from '../log-events';

/** Runs `code` in a process with a watchdog that allows half a second. @returns how it ended, and its output */
const runs = (code: string): Promise<{ signal: string | null; exitCode: number | null; output: string }> =>
  new Promise((done) => {
    const program = `
      const { runInContext } = require('./libs/observability/src');
      const { watchEventLoop } = require('./libs/observability/src/watchdog/watchdog.ts');
      const keepBusy = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); };
      watchEventLoop(500);
      ${code}`;
    const args = ['--require', './tools/typescript/register.cjs', '--eval', program];
    const child = execFile(process.execPath, args, { cwd: packageRoot() }, (_, output) =>
      done({ signal: child.signalCode, exitCode: child.exitCode, output }),
    );
  });

describe('the watchdog', () => {
  it('ends a process with an event loop that is held, and names the latest work in one line of the log', async () => {
    const { signal, output } = await runs(`
      const begin = (id, work) => setTimeout(() => runInContext(id, work), 1_000);
      begin({ requestId: 'earlier' }, () => {});
      begin({ requestId: 'request', jobId: 'job' }, () => { for (;;); });`);
    expect(signal).toBe('SIGKILL');
    expect(JSON.parse(output)).toEqual({
      level: 60,
      time: expect.any(String),
      pid: expect.any(Number),
      event: 'process.held',
      seconds: 0.5,
      work: ['job', 'earlier'],
    });
    expect(Object.keys(LOG_EVENTS)).toContain('process.held');
  });

  it('does not end a process that works as long in several turns, or that waits', async () => {
    const { exitCode, output } = await runs(`
      let turns = 0;
      const turn = () => { keepBusy(20); turns += 1; if (turns < 100) setImmediate(turn); else process.exit(0); };
      setTimeout(turn, 1_000);`);
    expect([exitCode, output]).toEqual([0, '']);
  });
});
