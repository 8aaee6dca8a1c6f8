/**
 * PROPERTY_RUNS_FACTOR: every property is tried so many times as often as its test says. The nightly run has the time
 * for more; a run beside the work, for a quarter.
 */
const factor = Number(process.env.PROPERTY_RUNS_FACTOR ?? 1);

if (factor !== 1) {
  const fc = require('fast-check');
  const { assert } = fc;
  fc.assert = (property, { numRuns = 100, ...options } = {}) =>
    assert(property, { ...options, numRuns: Math.ceil(numRuns * factor) });
}
