import { Command, Option } from 'commander';
import type { AuditFilter, ExportFormat, ListedAuditEvent } from '@app/audit';
import { print } from '../print';
import { leaf, readTime, wholeNumber } from './subcommands';

interface Asked extends Pick<AuditFilter, 'since' | 'until' | 'action' | 'outcome'> {
  user?: string;
  org?: string;
  subject?: string;
}

interface ListOptions extends Asked {
  limit: number;
  json?: boolean;
}

interface VerifyOptions {
  org?: string;
  hash?: string;
  json?: boolean;
}

const FORMATS: readonly ExportFormat[] = ['ndjson', 'csv'];
const MAX_LIMIT = 100_000;
const readLimit = wholeNumber(1, MAX_LIMIT, `expected a whole number from 1 to ${MAX_LIMIT}`);

const work = () => import('../work/audit.ts');

/** `audit list|export|verify|prune` */
export function auditCommand(): Command {
  const audit = new Command('audit').description('who did what when; entries are never changed');

  filtered(leaf(audit, 'list', 'the entries, newest first'))
    .option('--limit <N>', 'at most so many', readLimit, 100)
    .action(async ({ json, limit, org, ...asked }: ListOptions) => {
      const events = await (await work()).listEvents({ ...filterOf(asked), limit }, org);
      print(json ? events : events.map(shown), { json });
    });

  filtered(leaf(audit, 'export', 'the entries, oldest first, with their hashes, on standard output'))
    .addOption(new Option('--format <FORMAT>', 'a line for each').choices(FORMATS).default(FORMATS[0]))
    .action(async ({ org, format, ...asked }: Asked & { format: ExportFormat }) =>
      (await work()).exportEvents(filterOf(asked), format, org),
    );

  leaf(
    audit,
    'verify',
    'looks for entries that were changed, removed or slipped in; ends with 1 where it finds one',
  )
    .option('--org <ORG>', "of one organization, by id or exact name; not given: everybody's")
    .option('--hash <HASH>', 'that the log told once: it must stand in one of the chains')
    .action(async ({ org, hash, json }: VerifyOptions) => {
      const reports = await (await work()).verifyTrails(org, hash);
      print(json ? reports : reports.flatMap(rows), { json });
      const isKnown = hash === undefined || reports.some(({ known }) => known);
      if (!isKnown || !reports.every(({ intact }) => intact)) process.exitCode = 1;
    });

  leaf(audit, 'prune', 'delete the entries from before a time, for good; that it was done becomes one')
    .requiredOption('--before <ISO>', 'entries from before this time', readTime)
    .action(async ({ before, ...options }: { before: Date; json?: boolean }) =>
      print({ pruned: await (await work()).pruneEvents(before) }, options),
    );

  return audit;
}

/** Which entries are asked for. */
const filtered = (command: Command): Command =>
  command
    .option('--since <ISO>', 'from this time on', readTime)
    .option('--until <ISO>', 'and before this time', readTime)
    .option('--action <ACTION>', 'such as login or job.result; a noun such as job for all of them')
    .option('--outcome <OUTCOME>', 'done or refused')
    .option('--user <ID>', 'what this user did')
    .option('--org <ORG>', "an organization's id or exact name")
    .option('--subject <ID>', 'what was done to this chat, document, job, user or organization');

const filterOf = ({ since, until, action, outcome, user, subject }: Asked) => ({
  ...(since && { since }),
  ...(until && { until }),
  ...(action && { action }),
  ...(outcome && { outcome }),
  ...(user && { userId: user }),
  ...(subject && { subjectId: subject }),
});

/** Counts and place as one cell each; ids and hashes are for `--json`. */
const shown = ({ id: _id, counts, sealed, ...event }: ListedAuditEvent) => ({
  ...event,
  counts: counts && Object.entries(counts).map(([name, count]) => `${name}=${count}`),
  sealed: sealed && `${sealed.chain} ${sealed.seq}`,
});

type Reports = Awaited<ReturnType<Awaited<ReturnType<typeof work>>['verifyTrails']>>;

/** A line for each chain. */
const rows = ({ organization, chains, unsealed, strayCallers, known }: Reports[number]) =>
  chains.map(({ chain, entries, newest, pruned, broken }) => ({
    organization,
    chain,
    entries,
    broken: broken && `${broken.reason} at ${broken.seq}, entry ${broken.entryId}`,
    newest: newest && `${newest.seq} ${newest.hash}`,
    pruned: pruned && `up to ${pruned.seq}`,
    unsealed: unsealed.count,
    ...(strayCallers > 0 && { stray_callers: strayCallers }),
    ...(known !== undefined && { known }),
  }));
