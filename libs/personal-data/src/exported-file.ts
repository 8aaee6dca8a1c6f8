import type { Readable } from 'node:stream';

/** One file of an export; opened when its turn has come. */
export interface ExportedFile {
  /** Made of ids and fixed words: nothing that somebody wrote becomes a path. */
  name: string;
  open: () => Readable | Promise<Readable>;
}
