/** `node tools/node-lts/run.mjs SCRIPT ARGS`: runs a script under the Node.js that the image runs, wherever this one is another. */
import { spawnSync } from 'node:child_process';
import { main, say } from '../launcher/say.mjs';
import { nodeRelease } from './release.mjs';

await main(async () => {
  const program = nodeRelease();
  if (!program) return say('skipped: there is no package of that Node.js for this machine');
  const { status } = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
  process.exitCode = status ?? 1;
});
