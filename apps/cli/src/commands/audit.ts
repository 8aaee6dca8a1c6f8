import { Command, InvalidArgumentError } from 'commander';
import { ListAuditEvents, PruneAuditTrail, type AuditFilter } from '@app/audit';
import { FindOrganization } from '@app/auth';
import { AuditCliModule } from '../accounts-cli.module';
import { print } from '../print';
import { readTime } from '../read-time';
import { runWith } from '../run-with';
import { leaf } from './leaf';

interface ListOptions extends Pick<AuditFilter, 'since' | 'until' | 'action' | 'limit'> {
  json?: boolean;
  outcome?: string;
  user?: string;
  org?: string;
  subject?: string;
}

const MAX_LIMIT = 100_000;

/** `audit list|prune` */
export function auditCommand(): Command {
  const audit = new Command('audit').description('who did what when; entries are never changed');

  leaf(audit, 'list', 'the entries, newest first')
    .option('--since <ISO>', 'from this time on', readTime)
    .option('--until <ISO>', 'and before this time', readTime)
    .option('--action <ACTION>', 'such as login or job.result; a noun such as job for all of them')
    .option('--outcome <OUTCOME>', 'done or refused')
    .option('--user <ID>', 'what this user did')
    .option('--org <ORG>', "an organization's id or exact name")
    .option('--subject <ID>', 'what was done to this chat, document, job, user or organization')
    .option('--limit <N>', 'at most so many', readLimit, 100)
    .action(async ({ json, user, org, subject, ...filter }: ListOptions) => {
      const events = await runWith(AuditCliModule, async (app) => {
        const organizationId = org && (await app.get(FindOrganization).execute(org)).id;
        return app.get(ListAuditEvents).execute({
          ...filter,
          ...(user && { userId: user }),
          ...(organizationId && { organizationId }),
          ...(subject && { subjectId: subject }),
        });
      });
      print(json ? events : events.map(shown), { json });
    });

  leaf(audit, 'prune', 'delete the entries from before a time, for good; that it was done becomes one')
    .requiredOption('--before <ISO>', 'entries from before this time', readTime)
    .action(async ({ before, ...options }: { before: Date; json?: boolean }) =>
      print(
        { pruned: await runWith(AuditCliModule, (app) => app.get(PruneAuditTrail).execute(before)) },
        options,
      ),
    );

  return audit;
}

/** Counts as one cell. */
const shown = ({ counts, ...event }: Awaited<ReturnType<ListAuditEvents['execute']>>[number]) => ({
  ...event,
  counts: counts && Object.entries(counts).map(([name, count]) => `${name}=${count}`),
});

function readLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new InvalidArgumentError(`expected a whole number from 1 to ${MAX_LIMIT}`);
}
