import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The names of all files that a service keeps in its folder, but tombstones, in order. */
export async function localFiles(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'blobs');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter(isNoTombstone)
    .sort();
}

/** Of whatever was erased a few ids stay, in files of their own. */
export const isNoTombstone = (name: string): boolean => !name.startsWith('tombstones/');
