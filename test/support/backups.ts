import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

interface Manifest {
  tables: { table: string; file: string; columns: string[] }[];
  migrations: string[];
}

export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;

/** Returns the rows of a table in a backup in COPY's text format. Values must not contain tabs or backslashes. */
export function rowsOf(folder: string, table: string): Record<string, string>[] {
  const { file, columns } = manifestOf(folder).tables.find((candidate) => candidate.table === table)!;
  const text = gunzipSync(readFileSync(join(folder, file))).toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => Object.fromEntries(line.split('\t').map((value, i) => [columns[i]!, value])));
}
