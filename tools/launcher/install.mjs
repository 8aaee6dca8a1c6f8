/** Installs the packages of a fresh clone once, for programs that then run concurrently. */
import { resolve } from 'node:path';
import { install } from './prepare.mjs';
import { main } from './say.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

await main(install);
