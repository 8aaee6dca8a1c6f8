import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, type LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError, isStoreUnavailable, type LogLevel } from '@app/common';
import { runtimeConfig, type RuntimeConfig } from '@app/config';
import type { LogEvent } from './log-events';
import type { ActiveSpan } from './tracing/tracing';
import { noteWork } from './watchdog/watchdog';

/**
 * All fields that a log line may have, in addition to its event. The list is the protection: other fields are dropped,
 * so that nothing has to be redacted afterwards (contract: Data protection).
 */
export interface LogFields {
  method?: string;
  /** The route's pattern, never the requested address. */
  route?: string;
  status?: number;
  durationMs?: number;
  jobId?: string;
  deliveryId?: string;
  attempt?: number;
  queue?: string;
  count?: number;
  port?: number;
  /** The version of the program and the commit of its build. */
  version?: string;
  commit?: string;
  /** A store with a changed state, the code of the error, and the length of the outage. */
  store?: 'postgres' | 'redis' | 'files';
  code?: string;
  seconds?: number;
  /** The name of a stored file, which consists of ids and fixed words. */
  file?: string;
  /** A fixed reason. */
  reason?: string;
  /** A chain of the audit trail, the number of its last entry, and that entry's hash. */
  chain?: string;
  seq?: number;
  hash?: string;
}

const ALLOWED: readonly (keyof LogFields)[] = [
  'method',
  'route',
  'status',
  'durationMs',
  'jobId',
  'deliveryId',
  'attempt',
  'queue',
  'count',
  'port',
  'version',
  'commit',
  'store',
  'code',
  'seconds',
  'file',
  'reason',
  'chain',
  'seq',
  'hash',
];

/** A structured log with one JSON object per line on standard output. */
@Injectable()
export class Log {
  private readonly pino: Logger;
  private readonly usual: string;

  constructor(
    @Inject(runtimeConfig.KEY) { logLevel }: Pick<RuntimeConfig, 'logLevel'>,
    destination?: DestinationStream,
  ) {
    this.usual = logLevel;
    this.pino = pino(
      { level: logLevel, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
      destination!,
    );
  }

  /** @param level undefined: that of LOG_LEVEL */
  useLevel(level: LogLevel | undefined): void {
    this.pino.level = level ?? this.usual;
  }

  debug(event: LogEvent, fields: LogFields = {}): void {
    this.pino.debug(line(event, fields));
  }

  info(event: LogEvent, fields: LogFields = {}): void {
    this.pino.info(line(event, fields));
  }

  warn(event: LogEvent, fields: LogFields = {}): void {
    this.pino.warn(line(event, fields));
  }

  /**
   * Logs only the class, the codes and the service's own stack frames of `error`, because its message may quote
   * anything.
   */
  error(event: LogEvent, error: unknown, fields: LogFields = {}): void {
    this.pino.error({ ...line(event, fields), ...describeError(error) });
  }

  /**
   * Logs an error of work that is repeated until it succeeds. While a store is known to be unavailable, one line says so
   * (`store.away`), and this method logs nothing about it.
   */
  upkeep(event: LogEvent, error: unknown, fields: LogFields = {}): void {
    if (!isStoreUnavailable(error)) this.error(event, error, fields);
  }
}

function line(event: LogEvent, fields: LogFields): Record<string, unknown> {
  const allowed = ALLOWED.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]);
  const { span, ...ids } = currentContext() ?? {};
  return { event, ...ids, ...(span && { traceId: span.traceId }), ...Object.fromEntries(allowed) };
}

/** The fields of every log line of one request or job. Only ids. */
export interface LogContext {
  requestId: string;
  userId?: string;
  organizationId?: string;
  jobId?: string;
  /** The span, if the request is traced; a line shows the id of the trace. */
  span?: ActiveSpan;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs `work` and everything that it starts in `context`. */
export function runInContext<T>(context: LogContext, work: () => T): T {
  noteWork(context.jobId ?? context.requestId);
  return storage.run(context, work);
}

/** Returns the context of the running request or job. It may be extended: the guard adds the user. */
export const currentContext = (): LogContext | undefined => storage.getStore();

/** Returns the trace context for a process that continues the request or job; undefined if it is not traced. */
export const currentTraceparent = (): string | undefined => currentContext()?.span?.traceparent;

/**
 * Logs Nest's warnings and errors by class only, because their text may quote a request, and drops its startup
 * messages.
 */
export class FrameworkLogger implements LoggerService {
  constructor(private readonly out: Log) {}

  log(): void {}

  warn(): void {
    this.out.warn('framework.warning');
  }

  error(message: unknown): void {
    this.out.error('framework.error', message);
  }
}
