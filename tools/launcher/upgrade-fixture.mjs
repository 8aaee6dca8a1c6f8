/**
 * `npm run fixture:upgrade`: writes this version's data, which later versions must migrate, to
 * `test/fixtures/upgrade/<version>/`. Run it once per release; a fixture is never regenerated.
 */
import { resolve } from 'node:path';
import { main } from './say.mjs';
import { withStores } from './with-stores.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

await main(async () => {
  const register = ['--require', './tools/typescript/register.cjs'];
  process.exit(await withStores([...register, 'test/support/upgrade/make-fixture.ts']));
});
