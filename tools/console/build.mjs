/**
 * Builds the console, after the programs: types of the api's client from the api's own document, then the page, into
 * dist/apps/console. With `--types`: the types alone.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
  const require = createRequire(import.meta.url);
  const { previewDocument } = require(resolve('dist/apps/api/src/openapi/documentation.js'));
  const types = astToString(await openapiTypescript(await previewDocument()));
  mkdirSync('dist/types', { recursive: true });
  writeFileSync('dist/types/api.d.ts', types);
}

function pack(folder) {
  for (const name of readdirSync(folder))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))));
}
