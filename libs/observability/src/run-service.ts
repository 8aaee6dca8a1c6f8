import type { INestApplication } from '@nestjs/common';
import { failureLine, runProgram } from '@app/common';
import { ConfigError } from '@app/config';
import { Log } from './log';
import { keepHeapSmall, warnOfOldNode } from './node-runtime';
import { stopOnSignal } from './shutdown';
import { watchEventLoop } from './watchdog/watchdog';

/**
 * Runs the api or the worker. If the start fails, the program prints one line of the log. Only a ConfigError shows its
 * message, which names a setting and never its value; messages of libraries may quote anything.
 */
export const runService = (start: () => Promise<void>): Promise<void> => runProgram(start, lineOf);

const lineOf = (error: unknown): string =>
  failureLine('start', error, error instanceof ConfigError ? { message: error.message } : {});

/**
 * Prepares the process of a created api or worker, before it listens: it ends on signals within `shutdownGraceMs`, keeps its
 * heap small, and ends if its event loop is held.
 */
export function prepareProcess(app: INestApplication, shutdownGraceMs: number): void {
  warnOfOldNode(app.get(Log));
  stopOnSignal(app, shutdownGraceMs);
  keepHeapSmall();
  watchEventLoop();
}
