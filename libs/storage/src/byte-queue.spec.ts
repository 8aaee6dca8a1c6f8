import * as fc from 'fast-check';
import { ByteQueue } from './byte-queue';

describe('ByteQueue', () => {
  it('returns the bytes in order, in any lengths', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 6_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(lengths, lengths, (added, taken) => {
        const queue = new ByteQueue();
        const whole = Buffer.concat(added.map((length, i) => Buffer.alloc(length, i + 1)));
        let at = 0;
        for (const length of added) queue.add(whole.subarray(at, (at += length)));
        at = 0;
        for (const wanted of [...taken, whole.length]) {
          const next = Buffer.concat(queue.take(Math.min(wanted, queue.length)));
          expect(next.equals(whole.subarray(at, (at += next.length)))).toBe(true);
        }
        expect(at).toBe(whole.length);
      }),
    );
  });

  it('joins single bytes', () => {
    const queue = new ByteQueue();
    for (let i = 0; i < 10_000; i += 1) queue.add(Buffer.of(i % 256));
    expect(queue.take(10_000).length).toBeLessThan(10);
  });
});
