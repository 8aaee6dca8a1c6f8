/**
 * What tests import as fast-check. PROPERTY_RUNS_FACTOR: every property is tried so many times as often as its test says. The
 * nightly run has the time for more; a run beside the work, for a quarter.
 */
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');
const factor = Number(process.env.PROPERTY_RUNS_FACTOR ?? 1);

const assert = (property, { numRuns = 100, ...options } = {}) =>
  fc.assert(property, { ...options, numRuns: Math.ceil(numRuns * factor) });

module.exports = { ...fc, assert };
// For those who import it as a whole.
module.exports.default = module.exports;
Object.defineProperty(module.exports, '__esModule', { value: true });
