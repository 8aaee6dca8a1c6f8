import type { KeyRing } from '@app/crypto';

/** Tells receivers' hosts apart without keeping their names. */
export const hostKey = (ring: KeyRing, url: string): string =>
  ring.hash('webhook-host', new URL(url).hostname);
