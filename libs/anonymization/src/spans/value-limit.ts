import { AppError } from '@app/common';

/** Values of one request. Finding and replacing them takes some 5 KB of memory and 50 µs each. */
export const MOST_VALUES = 100_000;

/** The texts of one request hold more values than {@link MOST_VALUES}. */
export class TooManyValues extends AppError {
  constructor() {
    const message = `The texts hold more than ${MOST_VALUES} personal values: send them in several requests`;
    super('too_many_values', message);
  }
}

/** Counts the values of one request, before they take memory. */
export class ValueLimit {
  private count = 0;

  /** @throws TooManyValues */
  add(count: number): void {
    this.count += count;
    if (this.count > MOST_VALUES) throw new TooManyValues();
  }
}
