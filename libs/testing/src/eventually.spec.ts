import { eventually } from './eventually';

jest.mock('../../../tools/typescript/load.cjs', () => 1_000_000);

describe('eventually', () => {
  it('waits longer than its limit while the machine is busy', async () => {
    let checks = 0;
    const third = (): number => {
      checks += 1;
      if (checks < 3) throw new Error('not yet');
      return checks;
    };
    expect(await eventually(third, 1)).toBe(3);
  });
});
