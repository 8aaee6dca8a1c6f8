import { restoreArguments } from './restore-arguments';

const ORIGINALS = new Map([['R', 'Hans Müller']]);
const restore = (given: Record<string, unknown>, ...paths: string[][]) =>
  restoreArguments(
    given,
    'send',
    paths.map((path) => ({ tool: 'send', path })),
    async (text) => ORIGINALS.get(text),
  );

describe('the arguments of a tool', () => {
  it('are restored only at the paths that the settings name', async () => {
    const given = { to: 'R', cc: [{ name: 'R' }, { name: 'x' }], body: 'R' };
    expect(await restore(given, ['to'], ['cc', '*', 'name'])).toEqual({
      arguments: { to: 'Hans Müller', cc: [{ name: 'Hans Müller' }, { name: 'x' }], body: 'R' },
      restored: 2,
    });
    expect(given.to).toBe('R');
    expect(await restore(given)).toEqual({ arguments: given, restored: 0 });
  });

  it('of other tools, and values that are no texts, stay', async () => {
    const given = { to: ['R'], cc: { name: 'R' }, n: 1 };
    expect((await restore(given, ['to'], ['cc'], ['n'], ['*'], ['absent', 'to'])).restored).toBe(0);
    const other = [{ tool: 'find', path: ['to'] }];
    expect((await restoreArguments({ to: 'R' }, 'send', other, async () => 'x')).restored).toBe(0);
  });

  it('do not reach a prototype', async () => {
    expect((await restore({ to: 'R' }, ['constructor'], ['__proto__', 'to'])).restored).toBe(0);
  });
});
