import { FairQueue } from './fair-queue';

describe('FairQueue', () => {
  it('alternates between owners, and keeps the order of the items of each owner', () => {
    const queue = new FairQueue<string>();
    const [document, prompt] = [{}, {}];
    for (const item of ['d1', 'd2', 'd3']) queue.push(document, item);
    expect(queue.shift()).toBe('d1');
    queue.push(prompt, 'p1');
    queue.push(prompt, 'p2');
    expect(Array.from({ length: 5 }, () => queue.shift())).toEqual(['d2', 'p1', 'd3', 'p2', undefined]);
  });

  it('drops the items of an owner', () => {
    const queue = new FairQueue<string>();
    const [gone, here] = [{}, {}];
    queue.push(gone, 'g1');
    queue.push(here, 'h1');
    queue.push(gone, 'g2');
    expect(queue.drop(gone)).toEqual(['g1', 'g2']);
    expect(queue.drop(gone)).toEqual([]);
    expect(queue.clear()).toEqual(['h1']);
    expect(queue.shift()).toBeUndefined();
  });
});
