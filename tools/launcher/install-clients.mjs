/** `npm run clients:install`: installs the client libraries that the gateway is tested with, from a fresh clone. */
import { resolve } from 'node:path';
import { install } from './prepare.mjs';
import { run } from './run.mjs';
import { main } from './say.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

await main(async () => {
  await install();
  const script = ['--require', './tools/typescript/register.cjs', 'tools/clients/install.ts'];
  await run('node', [...script, ...process.argv.slice(2)]);
});
