/** Prints the folder of the Node.js that the image runs, to be put at the front of PATH; nothing where there is none for this machine. */
import { dirname } from 'node:path';
import { main } from '../launcher/say.mjs';
import { nodeRelease } from './release.mjs';

await main(async () => {
  const program = nodeRelease();
  if (program) console.log(dirname(program));
  else console.error(`there is no package of that Node.js for this machine: ${process.version} stays`);
});
