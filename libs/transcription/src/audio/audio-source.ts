import type { Readable } from 'node:stream';

/** A recording, wherever it lies. It is read twice: once to look at its container, once to decode it. */
export interface AudioSource {
  open(): Promise<Readable>;
}
