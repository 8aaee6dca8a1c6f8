/**
 * Adds optional packages of other platforms to package-lock.json that the registry did not offer. npm omits them, and
 * `npm ci` then refuses the lock file everywhere. Run it after every `npm install` that changed the file (`npm run
 * lock`). Existing entries stay unchanged.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = [
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'android',
  'openharmony',
  'sunos',
  'aix',
  'netbsd',
  'openbsd',
];
const PROCESSORS = {
  ia32: 'ia32',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  loong64: 'loong64',
  wasm32: 'wasm32',
  arm64: 'arm64',
  x64: 'x64',
  arm: 'arm',
  mips64el: 'mips64el',
  universal: undefined,
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const missing = Object.values(lock.packages).flatMap(({ dev, optionalDependencies = {} }) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !lock.packages[`node_modules/${name}`])
    .map(([name, version]) => [
      `node_modules/${name}`,
      { version, ...platform(name), ...(dev && { dev }), optional: true },
    ]),
);
const packages = Object.entries({ ...Object.fromEntries(missing), ...lock.packages });
lock.packages = Object.fromEntries(packages.toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, undefined, 2)}\n`);
process.stdout.write(`${missing.length} packages of other platforms added\n`);

/** Returns the platform in a package's name as npm's fields `os`, `cpu` and `libc`. */
function platform(name) {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = Object.keys(PROCESSORS).find((processor) => words.includes(processor));
  const libc = os === 'linux' && words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return {
    ...(os && { os: [os] }),
    ...(cpu && PROCESSORS[cpu] && { cpu: [PROCESSORS[cpu]] }),
    ...(os === 'linux' && { libc: [libc] }),
  };
}
