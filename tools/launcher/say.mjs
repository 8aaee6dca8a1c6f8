// A terminal or pipe that is gone is no reason to end before everything is stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** One line to the person at the terminal. */
export const say = (line) => process.stdout.write(`${line}\n`);

/** What went wrong, in a line that needs no stack trace. */
export class LauncherError extends Error {}

/** Runs the program; a LauncherError ends it with its one line and exit code 1. */
export async function main(program, onFailure = async () => {}) {
  try {
    await program();
  } catch (error) {
    process.stderr.write(`${error instanceof LauncherError ? error.message : error.stack}\n`);
    await onFailure();
    process.exit(1);
  }
}
