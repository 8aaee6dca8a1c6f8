import * as fc from 'fast-check';
import { LeasedWork, type LeasedWorkOptions, Slots } from './leased-work';

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

/** A list of work that is claimed from the front. */
function heap(count: number) {
  const waiting = Array.from({ length: count }, (_, index) => index);
  const done: number[] = [];
  const errors: unknown[] = [];
  let atOnce = 0;
  let most = 0;
  const options = {
    size: 3,
    claim: async (free: number) => waiting.splice(0, free),
    run: async (work: number) => {
      most = Math.max(most, (atOnce += 1));
      await new Promise(setImmediate);
      atOnce -= 1;
      done.push(work);
    },
    onMore: jest.fn(),
    onError: (error: unknown) => void errors.push(error),
  };
  return { waiting, done, errors, options, most: () => most };
}

describe('Slots', () => {
  it('claims all waiting work after one notification, never more at once than there are slots', async () => {
    const work = heap(20);
    await new Slots(work.options).wake();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(work.done).toHaveLength(20);
    expect(work.most()).toBe(3);
  });

  it('notifies others if there may be more work than it can claim', async () => {
    const work = heap(4);
    await new Slots(work.options).wake();
    expect(work.options.onMore).toHaveBeenCalled();
  });

  it('does not lose a notification during a claim', async () => {
    const work = heap(0);
    let claims = 0;
    const slots: Slots<number> = new Slots({
      ...work.options,
      claim: async (free) => {
        claims += 1;
        const found = work.waiting.splice(0, free);
        if (claims === 1) {
          work.waiting.push(1);
          void slots.wake();
        }
        return found;
      },
    });
    await slots.wake();
    await slots.stop();
    expect(work.done).toEqual([1]);
  });

  it('does not claim again until the next notification if a claim found less work than slots', async () => {
    const work = heap(1);
    const claim = jest.fn(work.options.claim);
    const slots = new Slots({ ...work.options, claim });
    await slots.wake();
    await slots.stop();
    expect(work.done).toEqual([0]);
    expect(claim).toHaveBeenCalledTimes(1);
  });

  it('claims again when a piece of work ends that others waited for', async () => {
    const work = heap(2);
    let bound = 1;
    const slots = new Slots({
      ...work.options,
      claim: async () => work.waiting.splice(0, bound--),
      freesMore: (piece) => {
        bound += 1;
        return piece === 0;
      },
    });
    await slots.wake();
    while (work.done.length < 2) await new Promise(setImmediate);
    expect(work.done).toEqual([0, 1]);
  });

  it('fills slots that become free together with one claim', async () => {
    const work = heap(9);
    const claim = jest.fn(work.options.claim);
    const slots = new Slots({ ...work.options, claim });
    await slots.wake();
    await slots.stop();
    expect(claim.mock.calls).toEqual([[3], [3], [3], [3]]);
  });

  it('retries a claim that failed', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const work = heap(1);
      const claim = jest.fn(work.options.claim).mockRejectedValueOnce(new Error('database away'));
      const slots = new Slots({ ...work.options, claim });
      await slots.wake();
      expect(work.errors).toHaveLength(1);
      jest.advanceTimersByTime(1_000);
      while (work.done.length === 0) await new Promise(setImmediate);
      expect(claim).toHaveBeenCalledTimes(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('continues after a claim or a piece of work failed', async () => {
    const work = heap(2);
    let failing = true;
    const slots = new Slots({
      ...work.options,
      claim: async (free) => {
        if (failing) throw new Error('database away');
        return work.waiting.splice(0, free);
      },
      run: async (piece) => {
        if (piece === 0) throw new Error('broken');
        work.done.push(piece);
      },
    });
    await slots.wake();
    failing = false;
    await slots.wake();
    await slots.stop();
    expect(work.done).toEqual([1]);
    expect(work.errors).toHaveLength(2);
  });

  it('claims nothing after it was stopped, and waits for running work', async () => {
    const work = heap(2);
    const slots = new Slots(work.options);
    const woken = slots.wake();
    await slots.stop();
    await woken;
    const left = work.waiting.length;
    await slots.wake();
    expect(work.done).toHaveLength(2 - left);
    expect(slots.busy).toBe(0);
  });
});
