import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';
import { LauncherError, say } from './say.mjs';

const MANAGERS = {
  apt: {
    program: 'apt-get',
    before: ['update', '-qq'],
    install: ['install', '-y', '-qq', '--no-install-recommends'],
  },
  dnf: { program: 'dnf', install: ['install', '-y', '-q'] },
  apk: { program: 'apk', install: ['add', '-q'] },
  pacman: { program: 'pacman', install: ['-Sy', '--noconfirm', '-q'] },
};

/** Returns the path of the first installed program. */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * Installs a program with the system's package manager, only as root and without NO_SYSTEM_INSTALL=1.
 *
 * @param {{ program: string, setting?: string, packages: Record<keyof typeof MANAGERS, string> }} what
 * @throws LauncherError with a one-line message that says how to install it manually
 */
export async function installProgram({ program, setting, packages }) {
  const manager = Object.keys(MANAGERS).find((name) => findProgram(MANAGERS[name].program));
  const by = manager
    ? `${MANAGERS[manager].program} ${MANAGERS[manager].install[0]} ${packages[manager]}`
    : 'your package manager';
  if (!manager || process.getuid?.() !== 0 || process.env.NO_SYSTEM_INSTALL === '1')
    throw new LauncherError(
      `${program} is not installed; install it with ${by}${setting ? `, or set ${setting}` : ''}`,
    );
  say(`installing ${program} with ${by}`);
  const { program: command, before, install } = MANAGERS[manager];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (before) await run(command, before, { quiet: true, env });
  await run(command, [...install, packages[manager]], { quiet: true, env });
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Missing or not executable.
  }
}
