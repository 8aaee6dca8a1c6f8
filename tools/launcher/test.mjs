/** `npm test`: from a fresh clone, every test against real PostgreSQL and Redis on free ports. */
import { resolve } from 'node:path';
import { main } from './say.mjs';
import { provideChromium, provideFfmpeg, provideStrace } from './system-programs.mjs';
import { withStores } from './with-stores.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
// Signals reach Jest too, being of the same group: when it has ended, the stores are stopped.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

await main(async () => {
  await provideFfmpeg();
  await provideStrace();
  await provideChromium();
  process.exit(await withStores(['node_modules/jest/bin/jest.js', ...process.argv.slice(2)]));
});
