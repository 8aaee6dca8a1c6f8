/** Builds the documents into dist/apps/help: static pages with search, which the api serves at `/help`. */
import { resolve } from 'node:path';
import { build } from 'vitepress';

process.chdir(resolve(import.meta.dirname, '../..'));
await build('tools/help', { outDir: resolve('dist/apps/help') });
