/**
 * Builds the console, after the programs: types of the api's client from the api's own document, then the page, into
 * dist/apps/console. With `--types`: the types alone.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { build } from 'vite';

process.chdir(resolve(import.meta.dirname, '../..'));
const OUT = resolve('dist/apps/console');

await writeTypes();
if (!process.argv.includes('--types')) {
  await build({ configFile: 'apps/console/vite.config.mjs', logLevel: 'warn' });
  pack(join(OUT, 'assets'));
}

async function writeTypes() {
  const print = ['--require', './tools/typescript/register.cjs', 'tools/openapi/print-document.ts'];
  const document = execFileSync(process.execPath, print, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  mkdirSync('node_modules/.api-types', { recursive: true });
  // Under another name first: a check and a build may do this at the same time.
  const file = 'node_modules/.api-types/api.d.ts';
  writeFileSync(`${file}.${process.pid}`, astToString(await openapiTypescript(JSON.parse(document))));
  renameSync(`${file}.${process.pid}`, file);
}

function pack(folder) {
  for (const name of readdirSync(folder))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))));
}
