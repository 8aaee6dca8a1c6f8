import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Log } from './log';

/** The oldest line of Node.js that still gets security updates: 20 had its last on 2026-04-30. */
const OLDEST_MAINTAINED = 22;

/** The programs run on older ones too, which is no place for anybody's data: one line of the log says so. */
export function warnOfOldNode(log: Pick<Log, 'warn'>, version = process.versions.node): void {
  if (Number.parseInt(version, 10) < OLDEST_MAINTAINED)
    log.warn('node.end_of_life', { reason: 'use_node_24' });
}

/** A heap may grow to twice of what was alive after the last collection; on a large machine V8 lets it reach four times. */
const GROWTH_PERCENT = 100;

/**
 * To be called once a program has started. V8 first collects the old generation when it holds hundreds of megabytes,
 * however little of them is alive, so a process under light load would grow for minutes. One collection after the start
 * tells it what is alive. Each later one reads the flag, so it may be set in a running program.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}
