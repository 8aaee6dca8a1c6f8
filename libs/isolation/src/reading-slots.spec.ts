import { ReadingSlots } from './reading-slots';

/** Work that ends when the test releases it. */
function work(log: string[], name: string) {
  const { promise, resolve, reject } = withResolvers();
  return {
    run: async () => {
      log.push(name);
      await promise;
    },
    resolve,
    reject,
  };
}

function withResolvers() {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}

describe('ReadingSlots', () => {
  it('reads one file of a user at a time, and files of other users meanwhile', async () => {
    const log: string[] = [];
    const slots = new ReadingSlots(2);
    const [a1, a2, b1] = [work(log, 'a1'), work(log, 'a2'), work(log, 'b1')];
    const running = [slots.run('a', a1.run), slots.run('a', a2.run), slots.run('b', b1.run)];
    await Promise.resolve();
    expect(log).toEqual(['a1', 'b1']);
    a1.resolve();
    await running[0];
    expect(log).toEqual(['a1', 'b1', 'a2']);
    a2.resolve();
    b1.resolve();
    await Promise.all(running);
  });

  it('reads no more files at once than there are slots', async () => {
    const log: string[] = [];
    const slots = new ReadingSlots(1);
    const [a, b] = [work(log, 'a'), work(log, 'b')];
    const running = [slots.run('a', a.run), slots.run('b', b.run)];
    await Promise.resolve();
    expect(log).toEqual(['a']);
    a.resolve();
    b.resolve();
    await Promise.all(running);
    expect(log).toEqual(['a', 'b']);
  });

  it('frees the slot of work that fails', async () => {
    const slots = new ReadingSlots(1);
    await expect(slots.run('a', () => Promise.reject(new Error('hostile')))).rejects.toThrow('hostile');
    await expect(slots.run('a', async () => 'read')).resolves.toBe('read');
  });
});
