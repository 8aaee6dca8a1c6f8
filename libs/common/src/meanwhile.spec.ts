import { meanwhile } from './meanwhile';

describe('meanwhile', () => {
  it('starts the work after the running code', async () => {
    const order: string[] = [];
    const result = meanwhile(() => order.push('work'));
    order.push('request');
    await result;
    expect(order).toEqual(['request', 'work']);
  });

  it('throws a failure when the result is awaited, and not before', async () => {
    const result = meanwhile(() => Promise.reject(new Error('failed')));
    await new Promise(setImmediate);
    await expect(result).rejects.toThrow('failed');
  });
});
