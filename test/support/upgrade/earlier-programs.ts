import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(__dirname, '../../..');
const run = promisify(execFile);
/** Limit for the output of an installation and a build, in bytes. */
const MOST_OUTPUT = 16 * 1024 * 1024;

/** The programs of a release, built from its own sources with its own packages. */
export interface EarlierPrograms {
  /** @param path below the release's folder, such as `dist/apps/api/src/main.js` */
  at(path: string): string;
  remove(): Promise<void>;
}

/** Whether the clone contains a commit. A shallow clone or an unpacked archive does not. */
export function hasCommit(commit: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status === 0;
}

/** Returns the commit of the programs under test. */
export const presentCommit = (): string =>
  execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();

/** Checks a commit's sources out of the clone, installs its packages and builds it, in about two minutes. */
export async function buildEarlier(commit: string): Promise<EarlierPrograms> {
  const folder = await mkdtemp(join(tmpdir(), 'privacy-chat-earlier-'));
  const { NODE_ENV: _, ...env } = process.env;
  const inFolder = { cwd: folder, env, maxBuffer: MOST_OUTPUT };
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: ROOT });
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], inFolder);
  await run('npm', ['run', '--silent', 'build'], inFolder);
  return {
    at: (path) => join(folder, path),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
