import { randomNumbers } from '@app/testing';

/** Pseudorandom numbers, the same for the same seed. */
export class Random {
  private readonly next;

  constructor(seed: number) {
    this.next = randomNumbers(seed);
  }

  /** Returns an integer from 0 to `below` - 1. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** Returns true once in this many times, on average. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  of<T>(things: readonly [T, ...T[]] | readonly T[]): T {
    return things[this.below(things.length)]!;
  }
}
