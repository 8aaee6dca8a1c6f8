require('./tools/typescript/telemetry-off.cjs');
const { readFileSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');
const propertyFactor = require('./tools/typescript/property-factor.cjs');

/** ES modules, which Jest cannot load in a simulated browser. */
const esModulesOfConsole = [
  'wouter',
  'react-markdown',
  'html-url-attributes',
  'remark-',
  'micromark',
  'markdown-table',
  'mdast-',
  'hast-',
  'unist-',
  'vfile',
  'unified',
  'lowlight',
  'bail',
  'trough',
  'devlop',
  'ccount',
  'zwitch',
  'trim-lines',
  'longest-streak',
  'is-',
  'character-',
  'decode-named-character-reference',
  'parse-entities',
  'stringify-entities',
  'property-information',
  'space-separated-tokens',
  'comma-separated-tokens',
  'estree-util-is-identifier-name',
  '@ungap',
];

/**
 * The timeouts of all tests in milliseconds, by tier: far above the slowest test, so that only a test that hangs fails. They are
 * multiplied by the load of the machine (`test-timeout.cjs`). The nightly run multiplies the cases of each property test.
 */
const TIMEOUTS = {
  unit: 240_000 * Math.max(1, propertyFactor),
  other: 240_000,
};

const compiler = JSON.parse(readFileSync(join(__dirname, '.swcrc'), 'utf8'));
const componentsForTests = {
  swcrc: false,
  jsc: {
    ...compiler.jsc,
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'commonjs' },
};

const shared = {
  runtime: '<rootDir>/tools/jest/runtime.cjs',
  rootDir: __dirname,
  transform: { '^.+\\.(t|j|mj)s$': '@swc/jest' },
  moduleNameMapper: {
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^fast-check$': '<rootDir>/tools/typescript/property-runs.cjs',
  },
  testEnvironment: '<rootDir>/tools/jest/environment.cjs',
  setupFiles: ['<rootDir>/tools/typescript/threads-in-tests.cjs'],
  setupFilesAfterEnv: ['<rootDir>/tools/typescript/test-timeout.cjs'],
};

module.exports = {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,clients,libs,test/bench,tools}/**/*.spec.ts'],
      globals: { TEST_TIMEOUT_MS: TIMEOUTS.unit },
    },
    // Screens of the console in a simulated browser. The service is a stub.
    {
      ...shared,
      displayName: 'console',
      runtime: 'jest-runtime',
      testMatch: ['<rootDir>/apps/console/src/**/*.spec.tsx'],
      testEnvironment: '<rootDir>/apps/console/testing/environment.cjs',
      // The modules for Node.js: those for browsers are ES modules.
      testEnvironmentOptions: { customExportConditions: ['node'] },
      transform: { ...shared.transform, '^.+\\.tsx$': ['@swc/jest', componentsForTests] },
      transformIgnorePatterns: [`/node_modules/(?!(${esModulesOfConsole.join('|')}))`],
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '\\.(css|svg)$': '<rootDir>/apps/console/testing/asset.cjs',
      },
      setupFiles: ['<rootDir>/apps/console/testing/setup.ts'],
      setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/apps/console/testing/matchers.ts'],
      globals: { TEST_TIMEOUT_MS: TIMEOUTS.unit },
    },
    // Parts of the service in the test's own process, on a database of their own.
    {
      ...shared,
      displayName: 'module',
      testMatch: ['<rootDir>/libs/**/*.module-spec.ts'],
      globals: { TEST_TIMEOUT_MS: TIMEOUTS.other },
    },
    {
      ...shared,
      displayName: 'system',
      globals: { TEST_TIMEOUT_MS: TIMEOUTS.other },
      testMatch: ['<rootDir>/test/{e2e,integration}/**/*.e2e-spec.ts'],
    },
  ],
  testSequencer: join(__dirname, 'test/support/system-first.cjs'),
  // The system under test runs as processes of its own, for which its tests often wait, and for time-outs: three suites keep two
  // cores busy.
  maxWorkers: availableParallelism() + 1,
  // A worker with a large heap takes longer to end than jest waits: it is replaced between two suites.
  workerIdleMemoryLimit: '700MB',
};
