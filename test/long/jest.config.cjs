const { projects, ...usual } = require('../../jest.config.cjs');

/** What takes longer than a run beside the work has: chaos, attacks, outside clients, drills. */
module.exports = {
  ...usual,
  projects: [
    {
      ...projects.find(({ displayName }) => displayName === 'system'),
      displayName: 'long',
      testMatch: ['<rootDir>/test/{chaos,clients,long,red-team}/**/*.e2e-spec.ts'],
    },
  ],
};
