import fc from 'fast-check';
import { BodyBudget, type Held } from './body-budget';

const PATIENT = 60 * 60_000;
const here = new AbortController().signal;
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('the memory reservations of bodies', () => {
  /** The reservations that were granted, by name. */
  let inside: Map<string, Held>;
  let budget: BodyBudget;
  beforeEach(() => {
    inside = new Map();
    budget = new BodyBudget({ total: 100, perOwner: 60, timeoutMs: PATIENT });
  });

  const ask = async (name: string, bytes: number, owner = name): Promise<void> => {
    void budget.hold({ owner, bytes }, here).then((held) => inside.set(name, held));
    await turn();
  };
  const leave = async (name: string): Promise<void> => {
    inside.get(name)?.release();
    inside.delete(name);
    await turn();
  };
  const names = (): string[] => [...inside.keys()];

  it('are granted while memory is left, then in the order of their requests', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await ask(name, 50);
    expect(names()).toEqual(['a', 'b']);
    await leave('a');
    expect(names()).toEqual(['b', 'c']);
    await leave('b');
    expect(names()).toEqual(['c', 'd']);
  });

  it('keep a small body behind a large one that waits', async () => {
    await ask('a', 60);
    await ask('large', 60);
    await ask('small', 10);
    expect(names()).toEqual(['a']);
    await leave('a');
    expect(names()).toEqual(['large', 'small']);
  });

  it("make an owner's bodies wait for that owner's other bodies only", async () => {
    await ask('a1', 50, 'a');
    await ask('a2', 50, 'a');
    await ask('b', 50);
    expect(names()).toEqual(['a1', 'b']);
  });

  it('let a body larger than the limit run alone', async () => {
    await ask('huge', 1_000);
    await ask('small', 1);
    expect(names()).toEqual(['huge']);
    await leave('huge');
    expect(names()).toEqual(['small']);
  });

  it('release what a body did not need', async () => {
    await ask('a', 60);
    await ask('b', 60);
    inside.get('a')!.shrinkTo(10);
    await turn();
    expect(names()).toEqual(['a', 'b']);
  });

  it('are released once even if release is called repeatedly', async () => {
    await ask('a', 50);
    await ask('b', 50);
    const held = inside.get('a')!;
    held.release();
    held.release();
    for (const name of ['c', 'd']) await ask(name, 50);
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('stop waiting if the client disconnects', async () => {
    await ask('a', 60);
    const gone = new AbortController();
    const waiting = budget.hold({ owner: 'b', bytes: 60 }, gone.signal);
    await ask('c', 40);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await turn();
    expect(names()).toEqual(['a', 'c']);
  });

  it('are refused after a timeout, both for an owner at their limit and if others use all memory', async () => {
    budget = new BodyBudget({ total: 100, perOwner: 60, timeoutMs: 1 });
    await ask('a', 60);
    const details = { retryAfterS: 1 };
    const more = budget.hold({ owner: 'a', bytes: 10 }, here);
    await expect(more).rejects.toMatchObject({ code: 'too_many_requests', details });
    const others = budget.hold({ owner: 'b', bytes: 50 }, here);
    await expect(others).rejects.toMatchObject({ code: 'unavailable', details });
  });

  it('never exceed the limit and are all released, in any order of requests and disconnects [SEC-51]', async () => {
    const step = fc.record({ owner: fc.constantFrom('a', 'b', 'c'), bytes: fc.integer({ min: 1, max: 70 }) });
    const steps = fc.array(fc.oneof(step, fc.nat(9)), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const room = new BodyBudget({ total: 100, perOwner: 60, timeoutMs: PATIENT });
        const given: { owner: string; bytes: number; held: Held }[] = [];
        let asked = 0;
        let answered = 0;
        const check = (): void => {
          const sum = (of: typeof given): number => of.reduce((all, { bytes }) => all + bytes, 0);
          if (given.length > 1) expect(sum(given)).toBeLessThanOrEqual(100);
          for (const owner of ['a', 'b', 'c']) {
            const own = given.filter((one) => one.owner === owner);
            if (own.length > 1) expect(sum(own)).toBeLessThanOrEqual(60);
          }
        };
        for (const next of plan) {
          if (typeof next === 'number') given.splice(next % (given.length || 1), 1)[0]?.held.release();
          else {
            asked += 1;
            void room.hold(next, here).then((held) => (given.push({ ...next, held }), (answered += 1)));
          }
          await turn();
          check();
        }
        while (given.length > 0) {
          given.shift()!.held.release();
          await turn();
          check();
        }
        expect(answered).toBe(asked);
      }),
    );
  });
});
