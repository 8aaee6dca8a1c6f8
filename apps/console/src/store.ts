import { useSyncExternalStore } from 'react';

/** A value outside of components, which the page reads and changes from anywhere. */
export class Store<Value> {
  readonly #listeners = new Set<() => void>();
  #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Calls `listener` after each change.
   *
   * @returns a function that removes the listener
   */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

/**
 * Returns a part of the value. The component renders again when the part changes.
 *
 * @param partOf returns the same object as long as the part is unchanged
 */
export const useStore = <Value, Part>(store: Store<Value>, partOf: (value: Value) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => partOf(store.value));
