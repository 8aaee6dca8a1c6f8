/** A queue in which every owner has a turn after each other's: a short request does not wait for a long document. */
export class FairQueue<T> {
  /** Owners in the order of their turns; none without items. */
  private readonly waiting = new Map<object, T[]>();

  push(owner: object, item: T): void {
    const items = this.waiting.get(owner);
    if (items) items.push(item);
    else this.waiting.set(owner, [item]);
  }

  /** The next owner's oldest item. */
  shift(): T | undefined {
    const [turn] = this.waiting;
    if (!turn) return undefined;
    const [owner, items] = turn;
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
