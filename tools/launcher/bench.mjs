/** `node tools/launcher/bench.mjs NAME`: runs the benchmark `test/bench/NAME.ts` with real PostgreSQL and Redis. */
import { resolve } from 'node:path';
import { main } from './say.mjs';
import { withStores } from './with-stores.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  process.exit(
    await withStores(['--require', './tools/typescript/register.cjs', `test/bench/${name}.ts`, ...args], {
      durable: true,
    }),
  );
});
