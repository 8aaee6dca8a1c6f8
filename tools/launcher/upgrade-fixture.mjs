/**
 * `npm run fixture:upgrade`: the data of this version, as every later one has to migrate it, below
 * `test/fixtures/upgrade/<version>/`. Run once with each release; a fixture is never made anew.
 */
import { resolve } from 'node:path';
import { main } from './say.mjs';
import { withStores } from './with-stores.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

await main(async () => {
  const register = ['--require', './tools/typescript/register.cjs'];
  process.exit(await withStores([...register, 'test/support/upgrade/make-fixture.ts']));
});
