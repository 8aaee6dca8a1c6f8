/**
 * Bundles the compiler's output (build/) into the programs that run (dist/). A program of some thousand small modules
 * spends most of its start on finding and reading them. Bundled, it starts in about half the time.
 */
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = resolve(import.meta.dirname, '..');
const COMPILED = join(ROOT, 'build');
const DIST = join(ROOT, 'dist');
/** All modules that are started by their path: as a program, a process or a thread. */
const PROGRAMS = [
  'apps/api/src/main',
  'apps/worker/src/main',
  'apps/cli/src/main',
  'apps/cli/src/migrate',
  'libs/anonymization/src/detection/threads/detection-thread',
  'libs/documents/src/passages/rank-passages.process',
  'libs/file-formats/src/editing/edit-file.process',
  'libs/file-formats/src/text/extract-text.process',
  'libs/isolation/src/spawner.process',
  'libs/observability/src/watchdog/watchdog-thread',
  'libs/transcription/src/engines/embedded/engine-process',
  'libs/transcription/src/speakers/voices-process',
];
/**
 * The libs, and packages with very many modules or which would load one of these again. Other packages are loaded from
 * node_modules: they have few files, are native, or are read by path.
 */
const JOINED = [
  '@app',
  '@modelcontextprotocol',
  '@nestjs',
  'class-transformer',
  'class-validator',
  'es-toolkit',
  'libphonenumber-js',
  'rate-limiter-flexible',
  'rxjs',
  'semver',
  'stdnum',
  'typeorm',
  'uuid',
  'validator',
  'yaml',
  'zod',
];
/** Optional modules of `@nestjs` packages that are not installed. */
const OPTIONAL =
  /^(@fastify|@nestjs\/(microservices|websockets|platform-fastify|mongoose|sequelize)|class-transformer\/storage)/;

/** The path from a bundled file to dist/, which is known once the file has its name. */
const TO_DIST = '<to dist>';

/**
 * `__dirname` of a module stays the folder of its source, below dist/, because programs are found relative to the
 * module that starts them.
 */
const foldersOfSources = {
  name: 'folders-of-sources',
  transform: {
    filter: { id: /\/build\//, code: /\b__(?:dir|file)name\b/ },
    handler(code, id) {
      const file = relative(COMPILED, id);
      return code.replaceAll(/\b__(dir|file)name\b/g, (_, kind) => {
        const path = kind === 'dir' ? dirname(file) : file;
        return `require("node:path").join(__dirname, "${TO_DIST}", "${path}")`;
      });
    },
  },
  renderChunk: (code, { fileName }) => code.replaceAll(TO_DIST, relative(dirname(fileName), '.') || '.'),
};

/** Modules of Nest with a `require` of their own, which rolldown does not bundle. */
const WITH_OWN_REQUIRE = new Set([
  '/@nestjs/mapped-types/dist/type-helpers.utils.js',
  '/@nestjs/typeorm/dist/common/typeorm-compat.js',
]);
const OWN_REQUIRE = 'const require = createRequire(import.meta.url);';

/**
 * Bundles what these modules require. It would be loaded a second time from node_modules: 600 more modules at each start,
 * and a second registry of decorators.
 */
const requiresOfNest = {
  name: 'requires-of-nest',
  transform(code, id) {
    const module = [...WITH_OWN_REQUIRE].find((end) => id.endsWith(end));
    if (!module || !code.includes(OWN_REQUIRE)) return;
    WITH_OWN_REQUIRE.delete(module);
    return code.replace(OWN_REQUIRE, '');
  },
  buildEnd() {
    if (WITH_OWN_REQUIRE.size > 0)
      throw new Error(`not found, or without a require of their own: ${[...WITH_OWN_REQUIRE].join(', ')}`);
  },
};

/** The libs and the named packages are bundled; everything else is external. */
function isExternal(id) {
  if (OPTIONAL.test(id)) return true;
  const isPath = id.startsWith('.') || isAbsolute(id);
  return !isPath && !JOINED.some((name) => id === name || id.startsWith(`${name}/`));
}

/** Returns the name of the lib that most of the file comes from. Stack traces show it. */
function nameOf({ moduleIds }) {
  const parts = moduleIds.map((id) => /\/build\/(?:libs|apps)\/([^/]+)/.exec(id)?.[1] ?? 'packages');
  return `joined/${parts.at(-1)}-[hash].js`;
}

const joined = await rolldown({
  cwd: ROOT,
  platform: 'node',
  input: Object.fromEntries(PROGRAMS.map((path) => [path, join(COMPILED, `${path}.js`)])),
  external: isExternal,
  plugins: [foldersOfSources, requiresOfNest],
});
await joined.write({
  dir: DIST,
  format: 'cjs',
  keepNames: true,
  entryFileNames: '[name].js',
  chunkFileNames: nameOf,
});
await joined.close();
