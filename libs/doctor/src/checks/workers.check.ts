import { OperatorJobs } from '@app/job-records';
import { JOB_TYPES, type Backlog } from '@app/jobs';
import { Heartbeats, type SeenWorker } from '@app/operation';
import { Check, failed, ok, warning, type Finding } from '../check';
import type { DatabaseParts } from '../probes/database-parts';

/** A job that waits for longer than this is late: `JobQueueLatencyHigh` fires then. */
const LATE_S = 300;
const DELIVERIES = 'webhook-delivery';
const ADVICE =
  'Start a worker that serves them (WORKER_QUEUES), or add workers; job list --status waiting shows the jobs';

/** Checks that workers run for every queue, and that no job waits for long. */
export class WorkersCheck extends Check {
  readonly name = 'workers';
  override readonly needs = ['postgres', 'migrations'];

  constructor(private readonly parts: DatabaseParts) {
    super();
  }

  async run(): Promise<Finding> {
    const workers = await (await this.parts.get(Heartbeats)).workers();
    const backlog = await (await this.parts.get(OperatorJobs)).backlog();
    return findingOf(workers, backlog);
  }
}

/** @param backlog the waiting jobs of each type; types without waiting jobs may be absent */
export function findingOf(workers: readonly SeenWorker[], backlog: readonly Backlog[]): Finding {
  const unserved = [...JOB_TYPES, DELIVERIES].filter(
    (queue) => !workers.some(({ queues }) => queues.includes(queue)),
  );
  const stuck = backlog.filter(({ type, waiting }) => waiting > 0 && unserved.includes(type));
  const late = backlog.filter(({ oldestS }) => oldestS > LATE_S);
  const running = `${workers.length} ${workers.length === 1 ? 'runs' : 'run'}`;
  const waiting = backlog.filter((of) => of.waiting > 0).map(shown);
  const seen = [
    running,
    ...(unserved.length > 0 ? [`none serves ${unserved.join(', ')}`] : []),
    ...waiting,
  ].join('; ');
  if (stuck.length > 0) return failed(seen, ADVICE);
  if (unserved.length > 0 || late.length > 0) return warning(seen, ADVICE);
  return ok(seen);
}

const shown = ({ type, waiting, oldestS }: Backlog): string =>
  `${waiting} of ${type} ${waiting === 1 ? 'waits' : 'wait'}, the oldest for ${Math.round(oldestS)} s`;
