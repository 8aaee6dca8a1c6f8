// A closed terminal or pipe must not end the program before everything is stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Prints one line for the user at the terminal. */
export const say = (line) => process.stdout.write(`${line}\n`);

/** An error with a one-line message that needs no stack trace. */
export class LauncherError extends Error {}

/** Runs the program. A LauncherError ends it with its message and exit code 1. */
export async function main(program, onFailure = async () => {}) {
  try {
    await program();
  } catch (error) {
    process.stderr.write(`${error instanceof LauncherError ? error.message : error.stack}\n`);
    await onFailure();
    process.exit(1);
  }
}
