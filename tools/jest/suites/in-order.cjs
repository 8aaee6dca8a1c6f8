const { default: Sequencer } = require('@jest/test-sequencer');

module.exports = class extends Sequencer {
  sort(tests) {
    return tests.toSorted((a, b) => a.path.localeCompare(b.path));
  }
};
