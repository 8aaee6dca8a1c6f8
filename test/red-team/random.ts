/** Pseudorandom numbers, the same for the same seed (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** Returns an integer from 0 to `below` - 1. */
  below(below: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  }

  /** Returns true once in this many times, on average. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  of<T>(things: readonly [T, ...T[]] | readonly T[]): T {
    return things[this.below(things.length)]!;
  }
}
