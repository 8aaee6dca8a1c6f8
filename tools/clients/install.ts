/**
 * Installs the client libraries and agents that the gateway is tested with: `npm run clients:install [-- NAMES]`, by default all
 * of them. They are stored outside the repository; installed ones stay.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  CLIENT_PACKAGES,
  clientList,
  clientsFolder,
  installedMark,
  whyNoClients,
  type ClientPackages,
} from '@app/testing';

const run = promisify(execFile);
async function main(): Promise<void> {
  const named = process.argv.slice(2);
  for (const packages of CLIENT_PACKAGES.filter((name) => named.length === 0 || named.includes(name))) {
    if (whyNoClients(packages)) await install(packages);
    console.log(`client libraries, ${packages}: ${clientsFolder(packages)}`);
  }
}

async function install(packages: ClientPackages): Promise<void> {
  const folder = clientsFolder(packages);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  console.log(`installing client libraries, ${packages} (once)`);
  const list = clientList(packages);
  if (list.endsWith('package-lock.json')) {
    for (const file of ['package.json', 'package-lock.json'])
      await copyFile(join(dirname(list), file), join(folder, file));
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
    });
  } else {
    await run('python3', ['-m', 'venv', folder]);
    // Only wheels, because a source package would run its own code. The list is complete.
    await run(join(folder, 'bin/pip'), [
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--only-binary=:all:',
      '--requirement',
      list,
    ]);
  }
  await writeFile(installedMark(packages), '');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
