import { Command } from 'commander';
import type { AuditFilter, ListedAuditEvent } from '@app/audit';
import { print } from '../print';
import { leaf, readTime, wholeNumber } from './subcommands';

interface ListOptions extends Pick<AuditFilter, 'since' | 'until' | 'action' | 'outcome' | 'limit'> {
  json?: boolean;
  user?: string;
  org?: string;
  subject?: string;
}

const MAX_LIMIT = 100_000;
const readLimit = wholeNumber(1, MAX_LIMIT, `expected a whole number from 1 to ${MAX_LIMIT}`);

const work = () => import('../work/audit.ts');

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
      const asked = { ...filter, ...(user && { userId: user }), ...(subject && { subjectId: subject }) };
      const events = await (await work()).listEvents(asked, org);
      print(json ? events : events.map(shown), { json });
    });

  leaf(audit, 'prune', 'delete the entries from before a time, for good; that it was done becomes one')
    .requiredOption('--before <ISO>', 'entries from before this time', readTime)
    .action(async ({ before, ...options }: { before: Date; json?: boolean }) =>
      print({ pruned: await (await work()).pruneEvents(before) }, options),
    );

  return audit;
}

/** Counts as one cell. */
const shown = ({ counts, ...event }: ListedAuditEvent) => ({
  ...event,
  counts: counts && Object.entries(counts).map(([name, count]) => `${name}=${count}`),
});
