import { createHash } from 'node:crypto';

/** What stands in the chain for the person who caused a call: without the salt it tells nobody whom. */
export const hashActor = (salt: Buffer, userId: string): Buffer =>
  createHash('sha256').update(salt).update(userId).digest();
