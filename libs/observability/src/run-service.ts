import { failureLine, runProgram } from '@app/common';
import { ConfigError } from '@app/config';

/**
 * Runs the api or the worker. If the start fails, the program prints one line of the log. Only a ConfigError shows its
 * message, which names a setting and never its value; messages of libraries may quote anything.
 */
export const runService = (start: () => Promise<void>): Promise<void> => runProgram(start, lineOf);

const lineOf = (error: unknown): string =>
  failureLine('start', error, error instanceof ConfigError ? { message: error.message } : {});
