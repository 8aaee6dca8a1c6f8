const { existsSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

const TIERS = ['system', 'module', 'console', 'unit'];
const tierOf = ({ context }) => TIERS.indexOf(context.config.displayName.name);

/** Returns the bytes of a suite, with the parts in the folder of the same name. */
function sizeOf({ path }) {
  const folder = path.replace(/\.e2e-spec\.ts$/, '');
  const parts = folder !== path && existsSync(folder) ? readdirSync(folder) : [];
  return [path, ...parts.map((part) => join(folder, part))].reduce(
    (sum, file) => sum + statSync(file).size,
    0,
  );
}

/**
 * Runs the long system tests first, so that short tests remain to be shared at the end and no process waits for one long
 * suite. Within a tier Jest sorts by recorded duration, or by file size if a duration is unknown.
 */
module.exports = class SystemFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const areTimed = sorted.every(({ duration }) => duration !== undefined);
    return sorted.toSorted((a, b) => tierOf(a) - tierOf(b) || (areTimed ? 0 : sizeOf(b) - sizeOf(a)));
  }
};
