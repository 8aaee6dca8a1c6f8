import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../../..');

/** A file of the repository as text. @param path from its root */
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** A test that a document names by its file and its title. */
export interface TestReference {
  file: string;
  title: string;
}

const REFERENCE = /`((?:apps|libs|test)\/[\w/.-]+\.ts)`: ("[^"]+"(?:, "[^"]+")*)/g;

/** What a document names as `file`: "title", or as several titles of one file with commas between them. */
export const referencesIn = (document: string): TestReference[] =>
  [...document.replaceAll(/\s+/g, ' ').matchAll(REFERENCE)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, title })),
  );

/** Whether the file exists and has a test of that title, in whatever quotes. */
export const hasTest = ({ file, title }: TestReference): boolean =>
  existsSync(join(ROOT, file)) &&
  ["'", '"', '`'].some((quote) => read(file).includes(`${quote}${title}${quote},`));
