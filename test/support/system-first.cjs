const { existsSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

const TIERS = ['system', 'module', 'unit'];
const tierOf = ({ context }) => TIERS.indexOf(context.config.displayName.name);

/** In bytes, with the parts of a suite that stand in the folder of its name. */
function sizeOf({ path }) {
  const folder = path.replace(/\.e2e-spec\.ts$/, '');
  const parts = folder !== path && existsSync(folder) ? readdirSync(folder) : [];
  return [path, ...parts.map((part) => join(folder, part))].reduce(
    (sum, file) => sum + statSync(file).size,
    0,
  );
}

/**
 * System tests, the long ones, begin first: at the end there are short ones left to share, and nobody waits for one long
 * suite that came last. Within a tier the order is Jest's own where it knows how long each took; by size where it does not.
 */
module.exports = class SystemFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const areTimed = sorted.every(({ duration }) => duration !== undefined);
    return sorted.toSorted((a, b) => tierOf(a) - tierOf(b) || (areTimed ? 0 : sizeOf(b) - sizeOf(a)));
  }
};
