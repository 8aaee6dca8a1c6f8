import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Log } from './log';

/** The oldest release line of Node.js that still gets security updates: 20 had its last on 2026-04-30. */
const OLDEST_MAINTAINED = 22;

/** Warns about older lines, which run the programs but are not secure for personal data. */
export function warnOfOldNode(log: Pick<Log, 'warn'>, version = process.versions.node): void {
  if (Number.parseInt(version, 10) < OLDEST_MAINTAINED)
    log.warn('node.end_of_life', { reason: 'use_node_24' });
}

/** The heap may grow to twice its live size after the last collection. On a large machine V8 allows four times. */
const GROWTH_PERCENT = 100;

/**
 * Call this once a program has started. V8 first collects the old generation at hundreds of megabytes, even if little
 * of it is alive, so a process under light load would grow for minutes. One collection after the start measures the
 * live size. V8 reads the flag at each collection, so it may be set at run time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}
