import * as fc from 'fast-check';
import { LeasedWork, type LeasedWorkOptions } from './leased-work';

interface Row {
  id: string;
  damaged: boolean;
}

/** A table of waiting rows that records what happens to them. */
function table(rows: readonly Row[], more: Partial<LeasedWorkOptions<Row, Row>> = {}) {
  const waiting = [...rows];
  const [ran, setAside, errors]: [string[], string[], unknown[]] = [[], [], []];
  const options: LeasedWorkOptions<Row, Row> = {
    size: 2,
    claim: async (free) => waiting.splice(0, free),
    open: (claimed) => ({
      opened: claimed.filter(({ damaged }) => !damaged),
      unreadable: claimed
        .filter(({ damaged }) => damaged)
        .map((row) => ({ row, error: new Error('damaged') })),
    }),
    setAside: async ({ id }) => void setAside.push(id),
    run: async ({ id }) => {
      await new Promise(setImmediate);
      ran.push(id);
    },
    onMore: () => undefined,
    onError: (error) => void errors.push(error),
    ...more,
  };
  return { ran, setAside, errors, work: new LeasedWork(options) };
}

const row = (id: string, damaged = false): Row => ({ id, damaged });

describe('LeasedWork', () => {
  it('processes each row once after one notification, and sets aside rows that cannot be read', async () => {
    const cases = fc.tuple(fc.array(fc.boolean(), { maxLength: 30 }), fc.integer({ min: 1, max: 8 }));
    const property = fc.asyncProperty(cases, async ([damages, size]) => {
      const rows = damages.map((damaged, i) => row(String(i), damaged));
      const { work, ran, setAside, errors } = table(rows, { size });
      await work.wake();
      await work.stop();
      const ids = (damaged: boolean) => rows.filter((one) => one.damaged === damaged).map(({ id }) => id);
      expect([ran.sort(), setAside.sort()]).toEqual([ids(false).sort(), ids(true).sort()]);
      expect(errors).toEqual([]);
    });
    await fc.assert(property);
  });

  it('aborts work with a lost lease, and renews the other leases', async () => {
    jest.useFakeTimers();
    try {
      const mine = new Set(['a', 'b']);
      const signals = new Map<string, AbortSignal>();
      let finish!: () => void;
      const finished = new Promise<void>((resolve) => (finish = resolve));
      const { work } = table([row('a'), row('b')], {
        run: async ({ id }, signal) => {
          signals.set(id, signal);
          await finished;
        },
        lease: {
          leaseMs: 1_000,
          graceMs: 1_000,
          onLost: () => undefined,
          renew: async (ids) => ids.filter((id) => mine.has(id)),
          release: async () => 0,
          onError: () => undefined,
        },
      });
      void work.wake();
      await jest.advanceTimersByTimeAsync(10);
      mine.delete('a');
      await jest.advanceTimersByTimeAsync(5_000);
      expect([signals.get('a')?.aborted, signals.get('b')?.aborted]).toEqual([true, false]);
      finish();
    } finally {
      jest.useRealTimers();
    }
  });

  it('releases the rows that do not finish within the grace period when its process stops', async () => {
    const given: string[] = [];
    const { work, ran } = table([row('quick'), row('slow')], {
      run: async ({ id }, signal) => {
        if (id === 'slow') await new Promise((resolve) => signal.addEventListener('abort', resolve));
        else ran.push(id);
      },
      lease: {
        leaseMs: 60_000,
        graceMs: 20,
        onLost: () => undefined,
        renew: async (ids) => ids,
        release: async (ids) => given.push(...ids),
        onError: () => undefined,
      },
    });
    void work.wake();
    while (ran.length === 0) await new Promise(setImmediate);
    expect(await work.stop()).toBe(1);
    expect([ran, given]).toEqual([['quick'], ['slow']]);
  });

  it('waits for running work without renewed leases, and releases no rows', async () => {
    const { work, ran } = table([row('a')]);
    void work.wake();
    await new Promise(setImmediate);
    expect(await work.stop()).toBe(0);
    expect(ran).toEqual(['a']);
  });
});
