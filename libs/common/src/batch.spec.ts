import fc from 'fast-check';
import { Batch } from './batch';

/** Work that runs until it is released. */
class Gate {
  readonly batches: number[][] = [];
  private readonly open: (() => void)[] = [];

  readonly work = async (items: readonly number[]): Promise<number[]> => {
    this.batches.push([...items]);
    await new Promise<void>((resolve) => this.open.push(resolve));
    return items.map((item) => item * 10);
  };

  letGo(): void {
    for (const open of this.open.splice(0)) open();
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Batch', () => {
  it('runs the items of one turn together, and returns each its own result', async () => {
    const gate = new Gate();
    const batch = new Batch({ work: gate.work, room: 10 });
    const results = Promise.all([1, 2, 3].map((item) => batch.add(item)));
    await turn();
    gate.letGo();
    expect(await results).toEqual([10, 20, 30]);
    expect(gate.batches).toEqual([[1, 2, 3]]);
  });

  it('collects items while two batches are running', async () => {
    const gate = new Gate();
    const batch = new Batch({ work: gate.work, room: 10 });
    const results: Promise<number>[] = [];
    for (const item of [1, 2, 3, 4, 5]) {
      results.push(batch.add(item));
      await turn();
    }
    expect(gate.batches).toEqual([[1], [2]]);
    gate.letGo();
    await turn();
    expect(gate.batches).toEqual([[1], [2], [3, 4, 5]]);
    gate.letGo();
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50]);
  });

  it('never exceeds the capacity of a batch, but runs a heavier item alone', async () => {
    const batches: number[][] = [];
    const work = async (items: readonly number[]): Promise<readonly number[]> => {
      batches.push([...items]);
      return items;
    };
    const batch = new Batch({ work, weigh: (item: number) => item, room: 5 });
    await Promise.all([2, 3, 1, 9, 1, 1].map((item) => batch.add(item)));
    expect(batches).toEqual([[2, 3], [1], [9], [1, 1]]);
  });

  it('retries each item alone if a batch failed, so that one does not fail the others', async () => {
    const work = async (items: readonly number[]): Promise<readonly number[]> => {
      if (items.includes(2)) throw new Error('two');
      return items;
    };
    const batch = new Batch({ work, room: 10 });
    const results = await Promise.allSettled([1, 2, 3].map((item) => batch.add(item)));
    expect(results).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: new Error('two') },
      { status: 'fulfilled', value: 3 },
    ]);
  });

  it('settles every item, whatever the order and whatever fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ fails: fc.boolean(), pause: fc.boolean() }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 8 }),
        async (steps, room) => {
          const work = async (items: readonly number[]): Promise<readonly number[]> => {
            expect(items.length).toBeLessThanOrEqual(room);
            await turn();
            if (items.some((item) => steps[item]!.fails)) throw new Error('failed');
            return items;
          };
          const batch = new Batch({ work, room });
          const results: Promise<number>[] = [];
          for (const [item, { pause }] of steps.entries()) {
            results.push(batch.add(item));
            results.at(-1)!.catch(() => undefined);
            if (pause) await turn();
          }
          const settled = await Promise.allSettled(results);
          expect(settled.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual(
            steps.map(({ fails }, item) => (fails ? 'failed' : item)),
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});
