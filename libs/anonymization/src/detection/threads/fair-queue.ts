/** Round robin over owners: each in turn gives its oldest item, so a short request does not wait for a long document. */
export class FairQueue<T> {
  /** Owners in round-robin order; none without items. */
  private readonly waiting = new Map<object, T[]>();

  push(owner: object, item: T): void {
    const items = this.waiting.get(owner);
    if (items) items.push(item);
    else this.waiting.set(owner, [item]);
  }

  /** The next owner's oldest item. */
  shift(): T | undefined {
    const [next] = this.waiting;
    if (!next) return undefined;
    const [owner, items] = next;
    const item = items.shift();
    this.waiting.delete(owner);
    if (items.length > 0) this.waiting.set(owner, items);
    return item;
  }

  /** Takes out everything of one owner. */
  drop(owner: object): T[] {
    const items = this.waiting.get(owner) ?? [];
    this.waiting.delete(owner);
    return items;
  }

  /** Takes out everything. */
  clear(): T[] {
    const items = [...this.waiting.values()].flat();
    this.waiting.clear();
    return items;
  }
}
