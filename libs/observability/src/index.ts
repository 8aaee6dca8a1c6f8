/** What the processes say about themselves: logs by allow-list, metrics, health. Nothing of anybody's content. */
export { Log, type LogFields } from './log';
export { Metrics } from './metrics';
export { ObservabilityModule } from './observability.module';
export { FrameworkLogger } from './framework-logger';
export { keepHeapSmall } from './keep-heap-small';
export { currentContext, runInContext, type LogContext } from './log-context';
export { Shutdown } from './shutdown';
export { stopOnSignal } from './stop-on-signal';
export { warnOfOldNode } from './warn-of-old-node';
