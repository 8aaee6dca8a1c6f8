import { ConfigError } from '@app/config';
import { Check, failed, ok, reasonOf, skipped, warning, type Finding } from './check';
import { examine } from './examine';

/** A check with a given name and result. */
class TestCheck extends Check {
  made = 0;

  constructor(
    readonly name: string,
    private readonly end: (signal: AbortSignal) => Finding | Promise<Finding>,
    override readonly needs: readonly string[] = [],
  ) {
    super();
  }

  async run(signal: AbortSignal): Promise<Finding> {
    this.made += 1;
    return this.end(signal);
  }
}

const outcomes = async (checks: readonly Check[]): Promise<Record<string, string>> =>
  Object.fromEntries((await examine(checks)).map(({ check, outcome }) => [check, outcome]));

const fails = (): Finding => failed('away', 'Start it');

describe('examine', () => {
  it('runs every check once, in order, whatever the others return', async () => {
    const checks = [
      new TestCheck('one', fails),
      new TestCheck('two', () => warning('odd', 'Look')),
      new TestCheck('three', () => ok('fine')),
    ];
    const reports = await examine(checks);
    expect(reports).toEqual([
      { check: 'one', outcome: 'failed', found: 'away', todo: 'Start it' },
      { check: 'two', outcome: 'warning', found: 'odd', todo: 'Look' },
      { check: 'three', outcome: 'ok', found: 'fine' },
    ]);
    expect(checks.map(({ made }) => made)).toEqual([1, 1, 1]);
  });

  it('skips checks that depend on a failed check, directly or indirectly', async () => {
    const last = new TestCheck('last', () => ok('fine'), ['middle']);
    const checks = [new TestCheck('first', fails), new TestCheck('middle', fails, ['first']), last];
    expect(await outcomes(checks)).toEqual({ first: 'failed', middle: 'skipped', last: 'skipped' });
    expect(last.made).toBe(0);
  });

  it('runs checks that depend on a skipped check or on a warning', async () => {
    const checks = [
      new TestCheck('unset', () => skipped('not configured')),
      new TestCheck('odd', () => warning('odd', 'Look')),
      new TestCheck('last', () => ok('fine'), ['unset', 'odd']),
    ];
    expect(await outcomes(checks)).toMatchObject({ last: 'ok' });
  });

  it('fails a check that waits for an unresponsive server, reports it, and runs the others', async () => {
    let aborted = false;
    const silent = new TestCheck(
      'silent',
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(new Error('aborted'));
          });
        }),
    );
    const reports = await examine([silent, new TestCheck('next', () => ok('fine'))], undefined, 10);
    expect(reports).toMatchObject([
      { check: 'silent', outcome: 'failed', found: 'not finished within 0.01 s, the limit of a check' },
      { check: 'next', outcome: 'ok' },
    ]);
    expect(aborted).toBe(true);
  });

  it('reports an error of a check as a failure, on one line', async () => {
    const broken = new TestCheck('broken', () => {
      throw new Error('two\nlines');
    });
    const unset = new TestCheck('unset', () => {
      throw new ConfigError('REDIS_URL: is missing');
    });
    expect(await examine([broken, unset])).toMatchObject([
      { outcome: 'failed', found: 'two lines' },
      { outcome: 'failed', found: 'REDIS_URL: is missing', todo: 'Correct the setting' },
    ]);
  });
});

describe('reasonOf', () => {
  it.each([
    [new AggregateError([new Error('refused at ::1'), new Error('refused at 127.0.0.1')]), 'refused at ::1'],
    [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [new TypeError(''), 'TypeError'],
    ['thrown', 'an unknown error'],
  ])('formats %s on one line', (error, said) => {
    expect(reasonOf(error)).toBe(said);
  });
});
