/** Builds the console's page into dist/apps/console. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

process.chdir(resolve(import.meta.dirname, '../..'));
const ASSETS = resolve('dist/apps/console/assets');

await build({ configFile: 'apps/console/vite.config.mjs', logLevel: 'warn' });
for (const name of readdirSync(ASSETS))
  writeFileSync(join(ASSETS, `${name}.br`), brotliCompressSync(readFileSync(join(ASSETS, name))));
