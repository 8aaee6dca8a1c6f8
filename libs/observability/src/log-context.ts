import { AsyncLocalStorage } from 'node:async_hooks';

/** What stands on every log line of one request or job. Ids only. */
export interface LogContext {
  requestId: string;
  userId?: string;
  organizationId?: string;
  jobId?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs `work`, and everything that it starts, under `context`. */
export const runInContext = <T>(context: LogContext, work: () => T): T => storage.run(context, work);

/** The context of the running request or job. It may be added to: the guard does, once it knows the user. */
export const currentContext = (): LogContext | undefined => storage.getStore();
