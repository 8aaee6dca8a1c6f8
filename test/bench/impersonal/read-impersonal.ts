import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(__dirname, '../../../node_modules');
/** Limits for each kind of file from the packages: number of files, and length. */
const FILES = 60;
const LENGTH = 4_096;
/** Lines of a license that name its holders: persons and companies, which may be hidden. */
const HOLDERS = /copyright|©|\(c\)|@|https?:|maintain|author|fork of/i;
/** Lines of code that name persons and companies. */
const AUTHORS = /copyright|©|\(c\) \d|maintain|author|written by|<\S+@\S+>/i;

/**
 * Returns texts without personal data, by kind: code of this repository's dependencies, grants and disclaimers of their
 * licenses, price lists written for this benchmark, and log lines of programs.
 */
export function readImpersonal(): Record<string, string[]> {
  return {
    code: packageFiles(/\.[cm]?js$/).map((text) => without(AUTHORS, text)),
    'legal texts': packageFiles(/^LICEN[CS]E/i).map((text) => without(HOLDERS, text)),
    'price lists': ownFiles('price-lists'),
    logs: ownFiles('logs'),
  };
}

const without = (lines: RegExp, text: string): string =>
  text
    .split('\n')
    .filter((line) => !lines.test(line))
    .join('\n');

const packageFiles = (files: RegExp): string[] => {
  const paths = readdirSync(PACKAGES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && files.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const every = Math.max(1, Math.floor(paths.length / FILES));
  return paths.filter((_, at) => at % every === 0).map((path) => readFileSync(path, 'utf8').slice(0, LENGTH));
};

const ownFiles = (folder: string): string[] =>
  readdirSync(join(__dirname, folder)).map((file) => readFileSync(join(__dirname, folder, file), 'utf8'));
