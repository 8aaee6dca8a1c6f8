import { Command, Option } from 'commander';
import type { JobState } from '@app/jobs';
import { print } from '../print';
import { leaf, readTime, wholeNumber } from './subcommands';

interface RedeliverOptions {
  json?: boolean;
  org?: string;
  since?: Date;
  until?: Date;
}

interface ListOptions {
  status?: JobState;
  oldest?: boolean;
  limit: number;
  json?: boolean;
}

const work = () => import('../work/jobs.ts');

const STATES: readonly JobState[] = ['waiting', 'running', 'completed', 'failed'];
/** The most jobs that one command lists. */
const MOST = 1_000;

/** `job list|show|redeliver` */
export function jobCommand(): Command {
  const job = new Command('job').description(
    'list and show jobs, and resend their webhooks; contents are never shown',
  );

  leaf(job, 'list', 'list jobs of all organizations, the newest first')
    .addOption(new Option('--status <STATUS>', 'only jobs in this state').choices(STATES))
    .option('--oldest', 'the oldest first')
    .option(
      '--limit <NUMBER>',
      'the number of jobs',
      wholeNumber(1, MOST, `expected a number from 1 to ${MOST}`),
      20,
    )
    .action(async ({ status, oldest = false, limit, json }: ListOptions) =>
      print(await (await work()).listJobs({ state: status, oldest, take: limit }), { json }),
    );

  leaf(job, 'show <JOB>', 'show the state of a job and of its webhook').action(
    async (id: string, options: { json?: boolean }) => {
      const report = await (await work()).showJob(id);
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
    'resend the webhook of a finished job, or of all jobs of an organization in a time range',
  )
    .option('--org <ORG>', "an organization's id or exact name, instead of JOB")
    .option('--since <ISO>', 'jobs that ended at this time or later', readTime)
    .option('--until <ISO>', 'jobs that ended before this time', readTime)
    .action(async (id: string | undefined, { json, ...range }: RedeliverOptions, command: Command) => {
      const ids = id ? await one(id, range, command) : await all(range, command);
      print(json ? ids.map((jobId) => ({ job_id: jobId })) : { redelivering: ids.length }, { json });
    });

  return job;
}

async function one(id: string, range: RedeliverOptions, command: Command): Promise<string[]> {
  if (range.org || range.since || range.until)
    command.error('error: expected either JOB or --org with --since and --until');
  await (await work()).redeliverJob(id);
  return [id];
}

async function all({ org, since, until }: RedeliverOptions, command: Command): Promise<string[]> {
  if (!org || !since || !until)
    return command.error('error: expected JOB, or --org with --since and --until');
  return (await work()).redeliverRange(org, since, until);
}
