import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { AccountsModule, Organizations } from '@app/accounts';
import { CoreModule } from '@app/core';
import { JobRecordsModule, OperatorJobs, type OperatorJobReport } from '@app/job-records';
import type { JobFilter, ListedJob } from '@app/jobs';
import { Redeliver } from '@app/webhooks';

/** Without Redis the worker's sweep finds the deliveries. */
const PARTS = [CoreModule.register('operator'), AccountsModule, JobRecordsModule];

export const listJobs = (filter: JobFilter): Promise<ListedJob[]> =>
  runWith(PARTS, (app) => app.get(OperatorJobs).list(filter));

export const showJob = (id: string): Promise<OperatorJobReport> =>
  runWith(PARTS, (app) => app.get(OperatorJobs).show(id));

export const redeliverJob = (id: string): Promise<void> =>
  runWith(PARTS, (app) => app.get(OperatorJobs).redeliver(id));

/**
 * Resends webhooks.
 *
 * @returns the ids of their jobs
 */
export const redeliverRange = (organization: string, since: Date, until: Date): Promise<string[]> =>
  runWith(PARTS, async (app) => {
    const { id: organizationId } = await app.get(Organizations).find(organization);
    return app.get(Redeliver).range({ organizationId, since, until });
  });
