import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Part of the build: puts the licences of all packages whose code is in the page beside it, as they ask for.
 *
 * @returns {import('vite').Plugin}
 */
export const licences = () => ({
  name: 'licences',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
    const folders = [...new Set(modules.flatMap(packageOf))].sort();
    this.emitFile({ type: 'asset', name: 'licences.txt', source: folders.map(noticeOf).join('\n\n---\n\n') });
  },
});

/** The folder of the package that a module is of; none where it is our own. */
function packageOf(module) {
  const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module.replace(/^\0/, ''));
  return found ? [found[0]] : [];
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}`.trim();
}
