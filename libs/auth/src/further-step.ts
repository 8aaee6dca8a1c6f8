import { AppError } from '@app/common';

/** A login with a right password that needs something more: it lets nobody in, and is no failure that is counted. */
export class FurtherStep extends AppError {
  constructor(message: string) {
    super('unauthenticated', message);
  }
}
