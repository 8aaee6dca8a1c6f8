import { AppError } from '@app/common';

/** Somebody speaks, and the engine has not a word for it: an empty transcript would pass for silence. */
export class NoWords extends AppError {
  constructor() {
    super('upstream_failed', 'There is speech in the recording, but no words were recognized');
  }
}
