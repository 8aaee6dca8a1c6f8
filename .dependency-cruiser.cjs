/**
 * Who may import whom. The table is the architecture: apps -> capabilities -> services -> kernel.
 * A new arrow is one line here, and a lib that is not listed fails the check.
 */
const kernel = ['common', 'config'];
const services = [
  ...kernel,
  'database',
  'queue',
  'ssrf-guard',
  'storage',
  'tombstones',
  'crypto',
  'data-keys',
  'openai-client',
  'llm',
  'observability',
  'audit',
  'core',
];
const may = {
  common: [],
  config: ['common'],
  database: kernel,
  queue: [...kernel, 'observability'],
  'ssrf-guard': [],
  audit: [...kernel, 'database', 'observability'],
  crypto: kernel,
  'data-keys': [...kernel, 'audit', 'crypto', 'database'],
  core: [...kernel, 'audit', 'crypto', 'data-keys', 'database', 'observability'],
  storage: [...kernel, 'crypto', 'database', 'observability'],
  tombstones: [...kernel, 'database', 'storage'],
  backup: [...kernel, 'database', 'storage', 'tombstones'],
  'openai-client': kernel,
  llm: [...kernel, 'observability', 'openai-client'],
  observability: kernel,
  anonymization: ['common'],
  health: [...services, 'auth'],
  accounts: [...kernel, 'audit', 'database'],
  'single-sign-on': [...services, 'accounts'],
  'second-factor': [...services, 'accounts'],
  auth: [...services, 'accounts', 'second-factor', 'single-sign-on', 'webhooks'],
  usage: services,
  budgets: [...services, 'accounts', 'usage', 'webhooks'],
  documents: services,
  policy: [...services, 'anonymization'],
  // What every way to a model goes through.
  'private-model': [...services, 'anonymization', 'budgets', 'policy', 'usage'],
  sessions: [...services, 'anonymization', 'budgets', 'policy', 'private-model', 'usage', 'documents'],
  'openai-gateway': [
    ...services,
    'anonymization',
    'budgets',
    'images',
    'policy',
    'private-model',
    'transcription',
    'usage',
  ],
  images: [...services, 'anonymization', 'budgets', 'policy', 'private-model', 'sessions'],
  transcription: services,
  webhooks: services,
  'data-subject-rights': [
    ...services,
    'accounts',
    'budgets',
    'documents',
    'images',
    'second-factor',
    'sessions',
    'jobs',
    'usage',
  ],
  // Tries every part of a running system as its operator would.
  doctor: [...services, 'anonymization', 'private-model', 'transcription', 'webhooks'],
  jobs: [...services, 'anonymization', 'policy', 'private-model', 'transcription', 'webhooks', 'usage'],
};

/**
 * Stores alone know the database: with their entities, the modules that put them together, libs/core, which connects,
 * and the command that migrates.
 */
const knowsTheDatabase = [
  '\\.(store|entity|entities|module)\\.ts$',
  'spec\\.ts$',
  '^libs/(core|database|testing)/',
  '^apps/cli/src/migrate\\.ts$',
];

const rule = (name, from, to) => ({ name, severity: 'error', from, to });
const product = '^(apps|libs/(?!testing/))';

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('every-lib-is-listed', { path: `^libs/(?!(${[...Object.keys(may), 'testing'].join('|')})/)` }, {}),
    rule('nothing-imports-an-app', { path: '^libs/(?!testing/)' }, { path: '^apps/' }),
    rule('apps-do-not-import-each-other', { path: '^apps/([^/]+)/' }, { path: '^apps/(?!$1/)' }),
    rule('the-console-knows-the-api-by-its-document', { path: '^apps/console/' }, { path: '^libs/' }),
    rule(
      'front-door-only',
      { path: '^(apps|libs)/([^/]+)/' },
      { path: '^libs/', pathNot: '^libs/($2/|[^/]+/src/index\\.ts$)' },
    ),
    rule(
      'front-door-only-for-tests',
      { path: '^test/(?!bench/)' },
      { path: '^libs/', pathNot: '^libs/[^/]+/src/index\\.ts$' },
    ),
    rule('testing-is-for-tests', { path: product, pathNot: '[.-]spec\\.ts$' }, { path: '^libs/testing/' }),
    rule(
      'dev-dependencies-are-for-tests',
      // What the console is made of is bundled when it is built: nothing of it is installed where it runs.
      { path: product, pathNot: '[.-]spec\\.ts$|^libs/[^/]+/testing/|^apps/console/' },
      { dependencyTypes: ['npm-dev'] },
    ),
    rule(
      'only-declared-packages',
      { path: product },
      // The types of the api's document, which the build makes.
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], pathNot: '^#api$' },
    ),
    rule(
      'stores-alone-know-the-database',
      { path: product, pathNot: knowsTheDatabase },
      { path: '^libs/database/|^node_modules/typeorm/' },
    ),
    ...Object.entries(may).map(([lib, libs]) =>
      rule(
        `${lib}-may-import`,
        { path: `^libs/${lib}/` },
        { path: `^libs/(?!(${[lib, ...libs, 'testing'].join('|')})/)` },
      ),
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|dist)' },
  },
};
