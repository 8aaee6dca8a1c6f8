import { Store } from './store';

describe('a store', () => {
  it('calls its listeners after the value has changed', () => {
    const store = new Store(1);
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.value));
    store.set(2);
    store.set(3);
    expect(seen).toEqual([2, 3]);
  });

  it('calls a listener no more once it is removed', () => {
    const store = new Store(1);
    const listener = jest.fn();
    const remove = store.subscribe(listener);
    store.set(2);
    remove();
    store.set(3);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
