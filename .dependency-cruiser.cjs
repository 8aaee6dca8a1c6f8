/**
 * Who may import whom. The table is the architecture: apps -> capabilities -> services -> kernel.
 * A new arrow is one line here, and a lib that is not listed fails the check.
 */
const kernel = ['common', 'config'];
const services = [
  ...kernel,
  'database',
  'queue',
  'outbound',
  'storage',
  'crypto',
  'llm',
  'observability',
  'redis',
  'audit',
];
const may = {
  common: [],
  config: [],
  database: kernel,
  queue: [...kernel, 'observability'],
  outbound: [],
  redis: kernel,
  audit: [...kernel, 'database', 'observability'],
  crypto: [...kernel, 'audit', 'database'],
  storage: [...kernel, 'crypto', 'database', 'observability'],
  llm: kernel,
  observability: kernel,
  anonymization: ['common'],
  detector: ['anonymization'],
  health: [...services, 'auth'],
  auth: services,
  usage: services,
  documents: services,
  sessions: [...services, 'anonymization', 'detector', 'usage', 'documents'],
  door: [...services, 'anonymization', 'detector', 'usage'],
  images: [...services, 'anonymization', 'detector', 'usage', 'sessions'],
  transcription: services,
  webhooks: services,
  'personal-data': [...services, 'auth', 'documents', 'images', 'sessions', 'jobs', 'usage'],
  jobs: [...services, 'anonymization', 'detector', 'transcription', 'webhooks', 'usage'],
};

/** Libs whose SQL stands in their stores alone. */
const withStores = ['documents', 'jobs', 'queue', 'storage', 'transcription', 'webhooks'];

const rule = (name, from, to) => ({ name, severity: 'error', from, to });
const product = '^(apps|libs/(?!testing/))';

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('every-lib-is-listed', { path: `^libs/(?!(${[...Object.keys(may), 'testing'].join('|')})/)` }, {}),
    rule('nothing-imports-an-app', { path: '^libs/(?!testing/)' }, { path: '^apps/' }),
    rule('apps-do-not-import-each-other', { path: '^apps/([^/]+)/' }, { path: '^apps/(?!$1/)' }),
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
      { path: product, pathNot: '[.-]spec\\.ts$|^libs/[^/]+/testing/' },
      { dependencyTypes: ['npm-dev'] },
    ),
    rule(
      'only-declared-packages',
      { path: product },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    ),
    rule(
      'only-stores-know-the-database',
      {
        path: `^libs/(${withStores.join('|')})/`,
        pathNot: '\\.(store|entity|entities|module)\\.ts$|[.-]spec\\.ts$',
      },
      { path: '^libs/database/|^node_modules/(typeorm|@nestjs/typeorm)/' },
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
    exclude: { path: '^dist' },
  },
};
