const Sequencer = require('@jest/test-sequencer').default;

const TIERS = ['system', 'module', 'unit'];
const tierOf = ({ context }) => TIERS.indexOf(context.config.displayName.name);

/**
 * System tests, the long ones, begin first: at the end there are short ones left to share, and nobody waits for one long
 * suite that came last. Within a tier the order is Jest's own.
 */
module.exports = class SystemFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => tierOf(a) - tierOf(b));
  }
};
