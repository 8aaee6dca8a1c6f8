import { createHash } from 'node:crypto';

/** Returns the hash that the chain contains for the user who caused a call. Without the salt it identifies no user. */
export const hashActor = (salt: Buffer, userId: string): Buffer =>
  createHash('sha256').update(salt).update(userId).digest();
