import { runWith } from './run-with'; // First, for the settings that it reads first.
import { AccountsModule, Organizations } from '@app/accounts';
import { CoreModule } from '@app/core';
import { JobsModule, OperatorJobs, type OperatorJobReport } from '@app/jobs';
import { QueueModule } from '@app/queue';
import { Redeliver } from '@app/webhooks';

/** Without Redis the worker's sweep does the ringing. */
const PARTS = [CoreModule.register('operator'), QueueModule, AccountsModule, JobsModule];

export const showJob = (id: string): Promise<OperatorJobReport> =>
  runWith(PARTS, (app) => app.get(OperatorJobs).show(id));

export const redeliverJob = (id: string): Promise<void> =>
  runWith(PARTS, (app) => app.get(OperatorJobs).redeliver(id));

/** @returns the ids of the jobs whose webhooks are sent again */
export const redeliverRange = (organization: string, since: Date, until: Date): Promise<string[]> =>
  runWith(PARTS, async (app) => {
    const { id: organizationId } = await app.get(Organizations).find(organization);
    return app.get(Redeliver).range({ organizationId, since, until });
  });
