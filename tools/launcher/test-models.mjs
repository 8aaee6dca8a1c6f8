/** `npm run models:test`: fetches the speech models of the tests, from a fresh clone. */
import { resolve } from 'node:path';
import { install } from './prepare.mjs';
import { run } from './run.mjs';
import { main } from './say.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

await main(async () => {
  await install();
  await run('node', ['--require', './tools/typescript/register.cjs', 'tools/models/fetch-test-models.ts']);
});
