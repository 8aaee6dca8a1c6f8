import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '../launcher/run.mjs';
import { say } from '../launcher/say.mjs';
import { nameOf } from '../supply-chain/read-lock.mjs';

/** The processors that the image is built for. */
const PROCESSORS = ['x64', 'arm64'];

/**
 * Fills an npm cache with every package that runs, for Linux on both processors. `npm ci --offline` finds them by the
 * hashes in package-lock.json.
 *
 * @param {string} work an empty folder for temporary installations
 */
export async function fetchPackages(cache, work) {
  for (const cpu of PROCESSORS) {
    say(`fetching the packages for ${cpu}`);
    const folder = join(work, cpu);
    mkdirSync(folder, { recursive: true });
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(file, join(folder, file));
    const platform = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
    const args = ['ci', '--omit=dev', ...platform, '--cache', cache, '--loglevel=error'];
    await run('npm', args, { cwd: folder, quiet: true });
  }
  // Deletes logs and request metadata, because the packages' hashes are sufficient to find them.
  for (const rest of ['_cacache/index-v5', '_cacache/tmp', '_logs', '_update-notifier-last-checked'])
    rmSync(join(cache, rest), { recursive: true, force: true });
}

/**
 * The repository's lock file names no registry, so npm would ask one for the address of a package. The release's lock
 * file names npm's registry, and npm then uses the cache without any request.
 */
export function namePlaces(folder) {
  const file = join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  for (const [path, entry] of Object.entries(lock.packages))
    if (path !== '' && !entry.link) entry.resolved ??= bindingOf(entry.name ?? nameOf(path), entry.version);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

const bindingOf = (name, version) => `https://registry.npmjs.org/${name}/-/${basename(name)}-${version}.tgz`;
