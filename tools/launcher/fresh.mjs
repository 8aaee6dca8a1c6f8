import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';

/**
 * Runs `work` only if one of `inputs` (files or folders) has changed since the last run.
 *
 * @param {string} stamp the file that stores the inputs' digest
 * @param {string[]} inputs
 * @param {() => Promise<void>} work
 */
export async function whenChanged(stamp, inputs, work) {
  const digest = digestOf(inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

function digestOf(inputs) {
  const hash = createHash('sha256');
  // Files outside of a clone are shared by all clones, wherever these are.
  const nameOf = (file) => (isAbsolute(file) ? basename(file) : file);
  for (const file of inputs.flatMap(filesBelow)) hash.update(`${nameOf(file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|css|html|svg|mjs|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
