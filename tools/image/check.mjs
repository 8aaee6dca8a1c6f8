/**
 * `node tools/image/check.mjs IMAGE`: checks the size of a built image, and that it contains no compiler, package manager,
 * types or source maps.
 */
import { resolve } from 'node:path';
import { run } from '../launcher/run.mjs';
import { LauncherError, main, say } from '../launcher/say.mjs';

const MOST_MB = 700;
const SEARCH = resolve(import.meta.dirname, 'unwanted.mjs');
const docker = (...args) => run('docker', args, { quiet: true });

await main(async () => {
  const [image] = process.argv.slice(2);
  if (!image) throw new LauncherError('expected the name of an image');
  const layers = (await docker('history', '--human=false', '--format={{.Size}}', image)).trim().split('\n');
  const size = Math.round(layers.reduce((sum, bytes) => sum + Number(bytes), 0) / 1e6);
  const search = ['--network=none', `--volume=${SEARCH}:/unwanted.mjs:ro`, '--entrypoint=node'];
  const found = (await docker('run', '--rm', ...search, image, '/unwanted.mjs')).trim();
  if (found) throw new LauncherError(`the image contains:\n${found}`);
  // A size that is not a number fails as well.
  if (!(size > 0 && size <= MOST_MB))
    throw new LauncherError(`the image has ${size} MB; expected at most ${MOST_MB}`);
  say(`the image has ${size} MB, and no compiler, package manager, types or source maps`);
});
