/**
 * Joins what the compiler made (build/) into the programs that run (dist/). A program of some thousand small modules
 * spends most of its start on finding and reading them; joined, it starts in about half the time.
 */
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = resolve(import.meta.dirname, '..');
const COMPILED = join(ROOT, 'build');
const DIST = join(ROOT, 'dist');
/** Everything that is started by its path: as a program, or by one as a process or a thread of its own. */
const PROGRAMS = [
  'apps/api/src/main',
  'apps/worker/src/main',
  'apps/cli/src/main',
  'apps/cli/src/migrate',
  'libs/anonymization/src/detection/threads/detection-thread',
  'libs/documents/src/isolation/spawner.process',
  'libs/documents/src/passages/rank-passages.process',
  'libs/documents/src/text/extract-text.process',
  'libs/transcription/src/engines/embedded/engine-process',
];
/** Our libs, and packages of very many modules. All others are loaded from node_modules: of few files, native, or read by path. */
const JOINED = [
  '@app',
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
  'zod',
];
/** What `@nestjs` packages load only where it is installed, which it is not. */
const OPTIONAL =
  /^(@fastify|@nestjs\/(microservices|websockets|platform-fastify|mongoose|sequelize)|class-transformer\/storage)/;

/** From a joined file to dist/: known once the file has its name. */
const TO_DIST = '<to dist>';

/** A module's folder is still that of its source, below dist/: programs are found beside the module that starts them. */
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

/** Ours and the named packages are joined; everything else stays where it is. */
function isExternal(id) {
  if (OPTIONAL.test(id)) return true;
  const isPath = id.startsWith('.') || isAbsolute(id);
  return !isPath && !JOINED.some((name) => id === name || id.startsWith(`${name}/`));
}

/** Named for the lib that most of it is of: an error's stack shows it. */
function nameOf({ moduleIds }) {
  const parts = moduleIds.map((id) => /\/build\/(?:libs|apps)\/([^/]+)/.exec(id)?.[1] ?? 'packages');
  return `joined/${parts.at(-1)}-[hash].js`;
}

const joined = await rolldown({
  cwd: ROOT,
  platform: 'node',
  input: Object.fromEntries(PROGRAMS.map((path) => [path, join(COMPILED, `${path}.js`)])),
  external: isExternal,
  plugins: [foldersOfSources],
});
await joined.write({
  dir: DIST,
  format: 'cjs',
  keepNames: true,
  entryFileNames: '[name].js',
  chunkFileNames: nameOf,
});
await joined.close();
