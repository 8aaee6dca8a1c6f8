/**
 * The factor by which waiting takes longer on this machine than on an idle one: processes that want to run for each processor.
 * Loaded for each suite, since the load changes.
 */
const { availableParallelism, loadavg } = require('node:os');

module.exports = Math.max(1, loadavg()[0] / availableParallelism());
