import { spawn } from 'node:child_process';
import { LauncherError } from './say.mjs';

/**
 * Runs a command to its end.
 *
 * @param {{ input?: string, quiet?: boolean, env?: NodeJS.ProcessEnv, cwd?: string, uid?: number, gid?: number }}
 * [options] `quiet` captures the output and shows its end only if the command fails
 * @returns {Promise<string>} its standard output if `quiet`, else an empty string
 */
export function run(command, args, { input, quiet = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: [
        input === undefined ? 'ignore' : 'pipe',
        quiet ? 'pipe' : 'inherit',
        quiet ? 'pipe' : 'inherit',
      ],
    });
    let out = '';
    let all = '';
    child.stdout?.on('data', (chunk) => ((out += chunk), (all += chunk)));
    child.stderr?.on('data', (chunk) => (all += chunk));
    child.on('error', (error) => reject(new LauncherError(`${command} cannot be run: ${error.message}`)));
    child.on('close', (code) => {
      if (code === 0) return resolve(out);
      const end = all.trim().split('\n').slice(-15).join('\n');
      return reject(new LauncherError(`${command} ${args[0] ?? ''} failed${end ? `:\n${end}` : ''}`));
    });
    child.stdin?.end(input);
  });
}
