import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { warnOfOldNode } from './node-runtime';

describe('warnOfOldNode', () => {
  const warnings = (version: string): unknown[] => {
    const said: unknown[] = [];
    warnOfOldNode({ warn: (event) => said.push(event) }, version);
    return said;
  };

  it.each(['20.19.0', '20.20.2', '21.7.3'])(
    'warns about %s, which gets no security updates any more',
    (version) => {
      expect(warnings(version)).toEqual(['node.end_of_life']);
    },
  );

  it.each(['22.21.0', '24.21.0'])('logs nothing for %s', (version) => {
    expect(warnings(version)).toEqual([]);
  });
});

const ROOT = resolve(__dirname, '../../..');
const PROGRAM = `
  const { keepHeapSmall } = require('./libs/observability/src/node-runtime.ts');
  if (process.argv[1] === 'small') keepHeapSmall();
  const alive = [];
  let most = 0;
  for (let i = 0; i < 6e6; i++) {
    alive[i % 2e5] = { i, of: [i, i] };
    if (i % 1e4 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
  }
  console.log(JSON.stringify(most));
`;

/**
 * Fixes V8's heuristics for the test: they depend on the machine's memory, its version, and on the load of other
 * programs.
 */
const HEAP = ['--max-old-space-size=4096', '--max-semi-space-size=2', '--single-threaded-gc'];

describe('keepHeapSmall', () => {
  const mostHeap = (...args: string[]): number => {
    const program = [...HEAP, '--require', './tools/typescript/register.cjs', '--eval', PROGRAM, ...args];
    return JSON.parse(String(execFileSync(process.execPath, program, { cwd: ROOT }))) as number;
  };

  it('collects garbage long before V8 would', () => {
    // Measures V8's approximate behavior, which depends on the load of the machine.
    const some = (...args: string[]): number[] => Array.from({ length: 3 }, () => mostHeap(...args));
    expect(Math.min(...some('small'))).toBeLessThan(0.75 * Math.max(...some()));
  });
});
