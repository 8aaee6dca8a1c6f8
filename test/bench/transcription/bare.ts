import { fork } from 'node:child_process';
import { join } from 'node:path';
import { cpuSeconds } from '../processes';
import type { BareRequest } from './bare-engine';
import type { Heard } from './heard';
import type { Recording } from './recordings';

const ROOT = join(__dirname, '../../..');

/** Runs the bare engine in a separate process. */
export function startBare(modelDir: string) {
  const child = fork(join(__dirname, 'bare-engine.ts'), [modelDir], {
    cwd: ROOT,
    execArgv: ['--require', './tools/typescript/register.cjs'],
  });
  return {
    transcribe: async ({ file, language }: Recording): Promise<Heard> => {
      const [startedAt, cpuBefore] = [performance.now(), cpuSeconds([child.pid!])];
      const request: BareRequest = { recording: file, language };
      const text = await new Promise<string>((resolve, reject) => {
        child.once('message', resolve);
        child.once('exit', () => reject(new Error('The bare engine ended')));
        child.send(request);
      });
      return {
        text,
        seconds: (performance.now() - startedAt) / 1000,
        cpu: cpuSeconds([child.pid!]) - cpuBefore,
      };
    },
    stop: () => child.kill(),
  };
}
