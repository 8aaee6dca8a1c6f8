/** `npm run build`: builds the programs, the console's page and the documents into an empty dist/. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

process.chdir(resolve(import.meta.dirname, '..'));
for (const folder of ['build', 'dist']) rmSync(folder, { recursive: true, force: true });
await Promise.all([buildPrograms(), node('tools/console/build.mjs'), node('tools/help/build.mjs')]);
writeFileSync('dist/commit', `${commit()}\n`);

/** The image is built without the repository, so COMMIT names the commit there (docker/Dockerfile). */
function commit() {
  if (process.env.COMMIT) return process.env.COMMIT;
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'unknown';
}

async function buildPrograms() {
  await node('node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.build.json');
  linkLibs();
  await node('--eval', "require('./build/libs/anonymization/src/lexicon/check-languages').checkLanguages()");
  await node('tools/bundle.mjs');
}

/** Compiled code resolves the libs by the names of tsconfig.json. */
function linkLibs() {
  mkdirSync('build/node_modules/@app', { recursive: true });
  for (const lib of readdirSync('build/libs'))
    symlinkSync(`../../libs/${lib}/src`, `build/node_modules/@app/${lib}`);
}

/** The failing process has already printed the reason. */
async function node(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  if (code !== 0) process.exit(1);
}
