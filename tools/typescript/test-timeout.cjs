/**
 * Applies the timeout of the tier, which is longer while the machine is busy: Jest 30 ignores `testTimeout` of a project, and
 * evaluates its configuration once.
 */
const load = require('./load.cjs');

jest.setTimeout(TEST_TIMEOUT_MS * load);
