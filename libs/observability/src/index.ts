/** What the processes say about themselves: logs by allow-list, metrics, health. Nothing of anybody's content. */
export {
  currentContext,
  currentTraceparent,
  FrameworkLogger,
  Log,
  runInContext,
  type LogContext,
  type LogFields,
} from './log';
export { Metrics } from './metrics';
export { ObservabilityModule } from './observability.module';
export { keepHeapSmall, warnOfOldNode } from './node-runtime';
export { Shutdown, stopOnSignal } from './shutdown';
export { Tracing, type ActiveSpan } from './tracing/tracing';
