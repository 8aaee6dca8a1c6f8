/**
 * Tests import this as fast-check. PROPERTY_RUNS_FACTOR multiplies the number of runs of every property. The nightly
 * run has time for more; `.ci/run` tries a tenth.
 */
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');
const factor = require('./property-factor.cjs');

const assert = (property, { numRuns = 100, ...options } = {}) =>
  fc.assert(property, { ...options, numRuns: Math.ceil(numRuns * factor) });

module.exports = { ...fc, assert };
// For default imports.
module.exports.default = module.exports;
Object.defineProperty(module.exports, '__esModule', { value: true });
