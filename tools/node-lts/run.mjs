/** `node tools/node-lts/run.mjs SCRIPT ARGS`: runs a script under the Node.js that the image runs, where there is one for this machine. */
import { spawnSync } from 'node:child_process';
import { main, say } from '../launcher/say.mjs';
import { nodeRelease } from './release.mjs';

await main(async () => {
  const program = nodeRelease();
  if (!program)
    say(`there is no package of that Node.js for this machine: this runs under ${process.version}`);
  const { status } = spawnSync(program ?? process.execPath, process.argv.slice(2), { stdio: 'inherit' });
  process.exitCode = status ?? 1;
});
