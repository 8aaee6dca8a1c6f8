import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The file that marks the folder as that of an installation. */
export const MARK = '.installation';

/** Returns the names of all files in a service's folder except tombstones and the mark of the installation, sorted. */
export async function localFiles(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'blobs');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== MARK)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter(isNoTombstone)
    .sort();
}

/** Tombstones remain after an erasure: they contain only ids. */
export const isNoTombstone = (name: string): boolean => !name.startsWith('tombstones/');
