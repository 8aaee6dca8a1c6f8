import type { Log } from './log';

/** The oldest line of Node.js that still gets security updates: 20 had its last on 2026-04-30. */
const OLDEST_MAINTAINED = 22;

/** The programs run on older ones too, which is no place for anybody's data: one line of the log says so. */
export function warnOfOldNode(log: Pick<Log, 'warn'>, version = process.versions.node): void {
  if (Number.parseInt(version, 10) < OLDEST_MAINTAINED)
    log.warn('node.end_of_life', { reason: 'use_node_24' });
}
