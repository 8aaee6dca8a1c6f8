/** Applies the timeout of the tier: Jest 30 ignores `testTimeout` of a project. */
jest.setTimeout(TEST_TIMEOUT_MS);
