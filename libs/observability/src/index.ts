/** Observability of the processes: logs by allow-list, metrics and traces, without texts of users. */
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
export { prepareProcess, runService } from './run-service';
export { Shutdown, stopOnSignal } from './shutdown';
export { Tracing, type ActiveSpan } from './tracing/tracing';
export { LOG_EVENTS, type LogEvent } from './log-events';
