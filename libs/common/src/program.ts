import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError } from './describe-error';

/** The product's version, the same as in `package.json`. */
export const VERSION = '0.2.0';

/** The commit from which the programs were built, as the build recorded it (`tools/build.mjs`). */
export const COMMIT = readCommit();

/** Returns the folder of package.json, both from the sources and from the build. */
export function packageRoot(from = __dirname): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error(`No package.json above ${__dirname}`);
  return packageRoot(parent);
}

function readCommit(): string {
  const file = join(packageRoot(), 'dist/commit');
  const [commit] = existsSync(file) ? (/^[0-9a-f]{7,40}/.exec(readFileSync(file, 'utf8')) ?? []) : [];
  return commit ?? 'unknown';
}

/**
 * Runs a program's start. If it fails, prints one line on standard error, and ends the process with 1.
 *
 * Afterwards an unhandled error also ends the process with 1, with a line of `failureLine`. Node.js would print all
 * fields of the error, such as the command that sent a password.
 *
 * @param lineOf returns the line for a start that failed. The default is for people: the error's own message, which may
 *   be shown because no request was read yet
 */
export async function runProgram(
  start: () => Promise<void>,
  lineOf: (error: unknown) => string = reasonOf,
): Promise<void> {
  // Unhandled rejections also arrive here (Node.js, `--unhandled-rejections=throw`).
  process.on('uncaughtException', (error, origin) => {
    process.stderr.write(`${failureLine(origin, error)}\n`);
    process.exit(1);
  });
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${lineOf(error)}\n`);
    process.exit(1);
  }
}

/**
 * Returns the log line for the error that ends a process: its class, its code and the project's own stack frames.
 *
 * @param fields `message` only if it is known to contain no secret and nothing personal
 */
export function failureLine(reason: string, error: unknown, fields: { message?: string } = {}): string {
  const line = { level: 60, time: new Date().toISOString(), pid: process.pid, event: 'process.failed' };
  return JSON.stringify({ ...line, reason, ...fields, ...describeError(error) });
}

function reasonOf(error: unknown): string {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  return (cause instanceof Error ? cause.message : 'The start failed').replaceAll(/\s+/g, ' ').trim();
}
