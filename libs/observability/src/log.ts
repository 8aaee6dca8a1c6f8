import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, type LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError } from '@app/common';
import { runtimeConfig, type RuntimeConfig } from '@app/config';
import type { ActiveSpan } from './tracing/tracing';

/**
 * Everything that a log line may carry, beside its event's name. The list is the protection: a field that is not
 * here does not exist, so nothing has to be found and blacked out afterwards (contract: Data protection).
 */
export interface LogFields {
  method?: string;
  /** The route's pattern, never the address that was called. */
  route?: string;
  status?: number;
  durationMs?: number;
  jobId?: string;
  deliveryId?: string;
  attempt?: number;
  queue?: string;
  count?: number;
  port?: number;
  /** The program's own, and the commit that it was built from. */
  version?: string;
  commit?: string;
  /** A store whose state changed, the code of the error that said so, and how long it was away. */
  store?: 'postgres' | 'redis';
  code?: string;
  seconds?: number;
  /** A word of ours for what happened, from a fixed set. */
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
  'reason',
  'chain',
  'seq',
  'hash',
];

/** Structured log, one JSON object a line on standard output. */
@Injectable()
export class Log {
  private readonly pino: Logger;

  constructor(
    @Inject(runtimeConfig.KEY) { logLevel }: Pick<RuntimeConfig, 'logLevel'>,
    destination?: DestinationStream,
  ) {
    this.pino = pino(
      { level: logLevel, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
      destination!,
    );
  }

  /** @param event a fixed name such as `request.finished`; never text that was put together */
  debug(event: string, fields: LogFields = {}): void {
    this.pino.debug(line(event, fields));
  }

  info(event: string, fields: LogFields = {}): void {
    this.pino.info(line(event, fields));
  }

  warn(event: string, fields: LogFields = {}): void {
    this.pino.warn(line(event, fields));
  }

  /** Of `error` only its class, its codes and our own stack frames are written: its message may quote anything. */
  error(event: string, error: unknown, fields: LogFields = {}): void {
    this.pino.error({ ...line(event, fields), ...describeError(error) });
  }
}

function line(event: string, fields: LogFields): Record<string, unknown> {
  const allowed = ALLOWED.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]);
  const { span, ...ids } = currentContext() ?? {};
  return { event, ...ids, ...(span && { traceId: span.traceId }), ...Object.fromEntries(allowed) };
}

/** What stands on every log line of one request or job. Ids only. */
export interface LogContext {
  requestId: string;
  userId?: string;
  organizationId?: string;
  jobId?: string;
  /** Where it is traced; a line shows the trace's id. */
  span?: ActiveSpan;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs `work`, and everything that it starts, under `context`. */
export const runInContext = <T>(context: LogContext, work: () => T): T => storage.run(context, work);

/** The context of the running request or job. It may be added to: the guard does, once it knows the user. */
export const currentContext = (): LogContext | undefined => storage.getStore();

/** What whoever goes on with the running request or job is told of its trace; undefined where it is not traced. */
export const currentTraceparent = (): string | undefined => currentContext()?.span?.traceparent;

/**
 * Nest's own messages: warnings and errors by their class alone, since their text may quote a request;
 * its chatter at start not at all.
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
