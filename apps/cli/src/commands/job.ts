import { Command } from 'commander';
import { FindOrganization } from '@app/auth';
import { OperatorJobs } from '@app/jobs';
import { Redeliver } from '@app/webhooks';
import { JobsCliModule } from '../jobs-cli.module';
import { print } from '../print';
import { readTime } from '../read-time';
import { runWith } from '../run-with';
import { leaf } from './leaf';

interface RedeliverOptions {
  json?: boolean;
  org?: string;
  since?: Date;
  until?: Date;
}

/** `job show|redeliver` */
export function jobCommand(): Command {
  const job = new Command('job').description('jobs and their webhooks; nothing of their content is shown');

  leaf(job, 'show <JOB>', 'how a job stands, and what became of its webhook').action(
    async (id: string, options: { json?: boolean }) => {
      const report = await runWith(JobsCliModule, (app) => app.get(OperatorJobs).show(id));
      const { delivery, ...rest } = report;
      if (options.json) print(report, options);
      else {
        print({ ...rest, delivery: delivery?.state }, options);
        print(delivery?.attempts ?? [], options);
      }
    },
  );

  leaf(
    job,
    'redeliver [JOB]',
    "send a finished job's webhook again, or all of an organization's in a time range",
  )
    .option('--org <ORG>', "an organization's id or exact name, instead of JOB")
    .option('--since <ISO>', 'jobs that ended at this time or later', readTime)
    .option('--until <ISO>', 'and before this time', readTime)
    .action(async (id: string | undefined, { json, ...range }: RedeliverOptions, command: Command) => {
      const ids = id ? await one(id, range, command) : await all(range, command);
      print(json ? ids.map((jobId) => ({ job_id: jobId })) : { redelivering: ids.length }, { json });
    });

  return job;
}

async function one(id: string, range: RedeliverOptions, command: Command): Promise<string[]> {
  if (range.org || range.since || range.until)
    command.error('error: expected either JOB or --org with --since and --until');
  await runWith(JobsCliModule, (app) => app.get(OperatorJobs).redeliver(id));
  return [id];
}

async function all({ org, since, until }: RedeliverOptions, command: Command): Promise<string[]> {
  if (!org || !since || !until)
    return command.error('error: expected JOB, or --org with --since and --until');
  return runWith(JobsCliModule, async (app) => {
    const { id: organizationId } = await app.get(FindOrganization).execute(org);
    return app.get(Redeliver).range({ organizationId, since, until });
  });
}
