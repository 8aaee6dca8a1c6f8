import { AppError } from '@app/common';

/** Values of one request. Finding and replacing them takes some 5 KB of memory and 50 µs each. */
export const MOST_VALUES = 100_000;

/** The texts of one request contain more values than {@link MOST_VALUES}. */
export class TooManyValues extends AppError {
  constructor() {
    const message = `The texts contain more than ${MOST_VALUES} personal values: send them in several requests, or start a new chat`;
    super('too_many_values', message);
  }
}

/** Counts values, and stops the work before they take more memory. */
export class ValueLimit {
  private count = 0;

  constructor(private readonly most = MOST_VALUES) {}

  /** @throws TooManyValues */
  add(count: number): void {
    this.count += count;
    if (this.count > this.most) throw new TooManyValues();
  }
}
