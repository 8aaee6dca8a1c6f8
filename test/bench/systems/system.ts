import type { Labelled } from '../score';

/** A system that finds personal data. */
export interface System {
  name: string;
  /** @returns one list per text, in order */
  find(texts: readonly string[], lang: string): Promise<Labelled[][]>;
  close(): Promise<void>;
}
