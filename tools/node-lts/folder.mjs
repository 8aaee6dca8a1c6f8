/** Prints the folder of the image's Node.js, for the front of PATH; nothing if there is none for this machine. */
import { dirname } from 'node:path';
import { main } from '../launcher/say.mjs';
import { nodeRelease } from './release.mjs';

await main(async () => {
  const program = nodeRelease();
  if (program) console.log(dirname(program));
  else console.error(`there is no package of that Node.js for this machine, so ${process.version} is used`);
});
