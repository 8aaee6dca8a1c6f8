/** From a fresh clone: the packages alone, for what then runs beside one another. */
import { resolve } from 'node:path';
import { install } from './prepare.mjs';
import { main } from './say.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

await main(install);
