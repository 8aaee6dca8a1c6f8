import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../../..');

/** Returns the text of a file of the repository. */
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns the tracked and new text files that have one of these endings. */
export const filesEnding = (...endings: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && existsSync(join(ROOT, path)));
