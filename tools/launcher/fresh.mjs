import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';

/**
 * Does `work` only where one of `inputs` (files or folders) changed since it was last done.
 *
 * @param {string} stamp the file that remembers the inputs' digest
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
  // What is kept outside a clone serves every clone, wherever that stands.
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
