import os from 'node:os';

declare const TEST_TIMEOUT_MS: number;
/** Where Jest stores the timeout. */
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

describe('the factor of timeouts', () => {
  it.each([
    ['1 on an idle machine', 0, 1],
    ['1 if each processor has one process', 1, 1],
    ['the number of processes for each processor, if there are more', 5, 5],
  ])('is %s', (_, perProcessor, factor) => {
    jest.spyOn(os, 'availableParallelism').mockReturnValue(2);
    jest.spyOn(os, 'loadavg').mockReturnValue([2 * perProcessor, 0, 0]);
    jest.isolateModules(() => expect(jest.requireActual('./load.cjs')).toBe(factor));
  });

  it('applies to the timeout of each test', () => {
    jest.spyOn(os, 'loadavg').mockReturnValue([3 * os.availableParallelism(), 0, 0]);
    jest.isolateModules(() => jest.requireActual('./test-timeout.cjs'));
    expect(globalThis).toHaveProperty([TIMEOUT], 3 * TEST_TIMEOUT_MS);
  });
});
