import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Lists of packages that the gateway is tested with, and the file in `test/clients` that pins each list. */
const LISTS = {
  node: 'package-lock.json',
  agents: 'agents/package-lock.json',
  'node-mcp': 'mcp/package-lock.json',
  'python-openai': 'requirements-openai.txt',
  python: 'requirements.txt',
  'python-agents': 'requirements-agents.txt',
  'litellm-proxy': 'requirements-litellm.txt',
  'python-plugs': 'requirements-plugs.txt',
  'python-client': 'requirements-client.txt',
} as const;

export type ClientPackages = keyof typeof LISTS;

export const CLIENT_PACKAGES = Object.keys(LISTS) as readonly ClientPackages[];

export const CLIENTS = join(__dirname, '../../../test/clients');

/** Returns the file that pins the packages. */
export const clientList = (packages: ClientPackages): string => join(CLIENTS, LISTS[packages]);

/**
 * Returns the folder of `npm run clients:install`: outside the repository, and different for each version of the list.
 */
export function clientsFolder(packages: ClientPackages): string {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const digest = createHash('sha256')
    .update(readFileSync(clientList(packages)))
    .digest('hex');
  return join(cache, 'privacy-chat/test-clients', `${packages}-${digest.slice(0, 16)}`);
}

/** Returns the file that marks a folder as complete. */
export const installedMark = (packages: ClientPackages): string =>
  join(clientsFolder(packages), '.installed');

/** @returns why tests that need these packages cannot run; undefined if they can */
export function whyNoClients(packages: ClientPackages): string | undefined {
  if (existsSync(installedMark(packages))) return undefined;
  return `the packages of ${LISTS[packages]} are not in ${clientsFolder(packages)}; npm run clients:install fetches them`;
}
