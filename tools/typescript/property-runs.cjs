/**
 * PROPERTY_RUNS_FACTOR: every property is tried so many times more often than its test says. The nightly run has the
 * time; a run beside the work has not.
 */
const factor = Number(process.env.PROPERTY_RUNS_FACTOR ?? 1);

if (factor > 1) {
  const fc = require('fast-check');
  const { assert } = fc;
  fc.assert = (property, { numRuns = 100, ...options } = {}) =>
    assert(property, { ...options, numRuns: numRuns * factor });
}
