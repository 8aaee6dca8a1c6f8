import { setTimeout } from 'node:timers/promises';

const TRIES = 600;
const TRY_AGAIN_MS = 100;

/** Waits until a server answers. @throws Error if it does not answer within a minute */
export async function answering(address: string, name: string): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const isReady = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await setTimeout(TRY_AGAIN_MS);
  }
  throw new Error(`${name} does not answer`);
}
