import { withDeadline } from './with-deadline';

describe('withDeadline', () => {
  const collect = async (values: AsyncIterable<number>): Promise<number[]> => {
    const all: number[] = [];
    for await (const value of withDeadline(values, 50, () => new Error('too slow'))) all.push(value);
    return all;
  };

  it('yields the values', async () => {
    const values = (async function* () {
      yield* [1, 2, 3];
    })();

    expect(await collect(values)).toEqual([1, 2, 3]);
  });

  it('fails if the next value does not arrive in time', async () => {
    const values = (async function* () {
      yield 1;
      await new Promise(() => undefined);
    })();

    await expect(collect(values)).rejects.toThrow('too slow');
  });

  it('fails with the error of its values', async () => {
    const values = (async function* () {
      yield 1;
      throw new Error('the decoder broke');
    })();

    await expect(collect(values)).rejects.toThrow('the decoder broke');
  });
});
