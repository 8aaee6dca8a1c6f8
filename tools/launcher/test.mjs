/** `npm test`: runs every test with real PostgreSQL and Redis on free ports, from a fresh clone. */
import { resolve } from 'node:path';
import { main } from './say.mjs';
import { provideChromium, provideFfmpeg, provideStrace } from './system-programs.mjs';
import { withStores } from './with-stores.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
// Signals also reach Jest, which is in the same group. The stores stop after Jest has ended.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

await main(async () => {
  await provideFfmpeg();
  await provideStrace();
  await provideChromium();
  process.exit(await withStores(['node_modules/jest/bin/jest.js', ...process.argv.slice(2)]));
});
