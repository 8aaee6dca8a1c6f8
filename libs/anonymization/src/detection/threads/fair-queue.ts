/**
 * Round robin over owners: each in turn provides its oldest item, so a short request does not wait for a long document.
 */
export class FairQueue<T> {
  /** The owners with items, in round-robin order. */
  private readonly waiting = new Map<object, T[]>();

  push(owner: object, item: T): void {
    const items = this.waiting.get(owner);
    if (items) items.push(item);
    else this.waiting.set(owner, [item]);
  }

  /** Removes and returns the next owner's oldest item. */
  shift(): T | undefined {
    const [next] = this.waiting;
    if (!next) return undefined;
    const [owner, items] = next;
    const item = items.shift();
    this.waiting.delete(owner);
    if (items.length > 0) this.waiting.set(owner, items);
    return item;
  }

  /** Removes and returns all items of one owner. */
  drop(owner: object): T[] {
    const items = this.waiting.get(owner) ?? [];
    this.waiting.delete(owner);
    return items;
  }

  /** Removes and returns all items. */
  clear(): T[] {
    const items = [...this.waiting.values()].flat();
    this.waiting.clear();
    return items;
  }
}
