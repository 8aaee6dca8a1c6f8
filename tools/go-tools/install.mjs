import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir, setPriority } from 'node:os';
import { join } from 'node:path';
import { whenChanged } from '../launcher/fresh.mjs';
import { run } from '../launcher/run.mjs';
import { say } from '../launcher/say.mjs';
import { findProgram } from '../launcher/system-packages.mjs';

const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'privacy-chat/go-tools');
/** Building takes minutes, so it runs at low priority. */
const LOW_PRIORITY = 10;
const NO_NETWORK =
  /dial tcp|no such host|connection refused|i\/o timeout|proxyconnect|network is unreachable/;

/** A program that is not available on this machine, which is no fault of the repository. */
export class Unavailable extends Error {}

/**
 * Builds a program from the Go module proxy once, and stores it outside the repository.
 *
 * @param {string} module with its exact version, such as `helm.sh/helm/v3/cmd/helm@v3.22.0`
 * @returns {Promise<string>} its path
 * @throws Unavailable with a one-line message if Go is not installed or the proxy does not answer
 */
export async function goTool(module) {
  const [, name] = /([^/]+)@v[\d.]+$/.exec(module);
  if (!findProgram('go')) throw new Unavailable(`go is not installed, so ${name} cannot be built`);
  const folder = join(CACHE, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'wanted.json'), JSON.stringify(module));
  await whenChanged(join(folder, '.installed'), [join(folder, 'wanted.json')], async () => {
    say(`building ${module} (once; some minutes)`);
    setPriority(LOW_PRIORITY);
    await build(module, folder);
  });
  return join(folder, name);
}

async function build(module, folder) {
  try {
    await run('go', ['install', module], { quiet: true, env: { ...process.env, GOBIN: folder } });
  } catch (error) {
    if (!NO_NETWORK.test(error.message)) throw error;
    throw new Unavailable(`the Go module proxy does not answer, so ${module} is not built`);
  }
}
