import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Runs a command in a network of its own, which has no way out: util-linux's, as BusyBox's. */
const IN_OWN_NETWORK = ['unshare', '-U', '-n'] as const;
/** The built programs, the packages they use, and what says how those are to be loaded: all that a reader opens. */
const BUILT = join(__dirname, '../../../..');
const READABLE = [BUILT, join(dirname(BUILT), 'node_modules'), join(dirname(BUILT), 'package.json')];
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * @param script a program for hostile content
 * @returns what Node starts it with: by its permission model it may read its own code and nothing else, write nothing, and
 *   start neither processes nor threads nor native code
 */
export const confined = (script: string): string[] => [
  PERMISSION,
  ...[...READABLE, script].map((path) => `--allow-fs-read=${path}`),
  script,
];

/**
 * @returns the command that runs another one without a network; empty where the kernel, or what the process itself may
 *   do, as in most containers, allows no namespaces
 */
export async function withoutNetwork(): Promise<readonly string[]> {
  const [command, ...args] = IN_OWN_NETWORK;
  try {
    await promisify(execFile)(command, [...args, process.execPath, '--version'], { env: {} });
    return IN_OWN_NETWORK;
  } catch {
    return [];
  }
}
