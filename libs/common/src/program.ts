import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The product's version, as `package.json` has it. */
export const VERSION = '0.1.0';

/** The folder of package.json, from the sources as from the build. */
export function packageRoot(from = __dirname): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error(`No package.json above ${__dirname}`);
  return packageRoot(parent);
}

/**
 * Runs a program's start. Where it fails, one line on standard error says why, and the process ends with 1.
 * Nobody's request was read yet, so the error's own message may be shown.
 */
export async function runProgram(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${oneLine(error)}\n`);
    process.exit(1);
  }
}

function oneLine(error: unknown): string {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  return (cause instanceof Error ? cause.message : 'The start failed').replaceAll(/\s+/g, ' ').trim();
}
