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
