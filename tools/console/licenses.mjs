import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A build plugin that puts the licenses of all packages in the page next to it, as the licenses require.
 *
 * @returns {import('vite').Plugin}
 */
export const licenses = () => ({
  name: 'licenses',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
    const folders = [...new Set(modules.flatMap(packageOf))].sort();
    this.emitFile({ type: 'asset', name: 'licenses.txt', source: folders.map(noticeOf).join('\n\n---\n\n') });
  },
});

/** Returns the folder of a module's package; undefined for the page's own modules. */
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
