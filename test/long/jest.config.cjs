const { projects, ...usual } = require('../../jest.config.cjs');

/** Suites that take too long for the ordinary run: chaos, attacks, external clients, drills. */
module.exports = {
  ...usual,
  projects: [
    {
      ...projects.find(({ displayName }) => displayName === 'system'),
      displayName: 'long',
      globals: { TEST_TIMEOUT_MS: 600_000 },
      testMatch: ['<rootDir>/test/{chaos,clients,long,red-team}/**/*.e2e-spec.ts'],
    },
  ],
};
