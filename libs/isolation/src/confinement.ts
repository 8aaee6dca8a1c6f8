import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Runs a command in a separate network without any connection. Works with unshare of util-linux and of BusyBox. */
const IN_OWN_NETWORK = ['unshare', '-U', '-n'] as const;
/**
 * The build folder: the built programs, their packages and the files that describe them. A reader opens no other file.
 */
const BUILT = join(__dirname, '../../..');
const READABLE = [BUILT, join(dirname(BUILT), 'node_modules'), join(dirname(BUILT), 'package.json')];
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * @param script a program for untrusted content
 * @returns the arguments of Node. Its permission model allows reading its own code, and forbids writing and starting
 *   processes, threads or native code.
 */
export const confined = (script: string): string[] => [
  PERMISSION,
  ...[...READABLE, script].map((path) => `--allow-fs-read=${path}`),
  script,
];

/**
 * @returns the command that runs another one without a network; empty if the kernel or the privileges of this process allow
 *   no namespaces, as in most containers
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
