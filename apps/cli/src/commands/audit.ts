import { Command, InvalidArgumentError, Option } from 'commander';
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

/** The metrics have the first 13 digits of a hash. */
function readHash(text: string): string {
  if (/^[0-9a-f]{13,64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('expected 13 to 64 hexadecimal digits');
}

/** `audit list|export|verify|prune` */
export function auditCommand(): Command {
  const audit = new Command('audit').description(
    'list, export, verify and prune the audit trail; entries are never changed',
  );

  filtered(leaf(audit, 'list', 'list entries, newest first'))
    .option('--limit <N>', 'maximum number of entries', readLimit, 100)
    .action(async ({ json, limit, org, ...asked }: ListOptions) => {
      const events = await (await work()).listEvents({ ...filterOf(asked), limit }, org);
      print(json ? events : events.map(shown), { json });
    });

  filtered(leaf(audit, 'export', 'write the entries with their hashes to standard output, oldest first'))
    .addOption(new Option('--format <FORMAT>', 'one line per entry').choices(FORMATS).default(FORMATS[0]))
    .action(async ({ org, format, ...asked }: Asked & { format: ExportFormat }) =>
      (await work()).exportEvents(filterOf(asked), format, org),
    );

  leaf(audit, 'verify', 'check for changed, removed and inserted entries; exits with 1 if it finds any')
    .option('--org <ORG>', 'only this organization, by id or exact name; default: all organizations')
    .option(
      '--hash <HASH>',
      'a hash from the log, or its first 13 digits from the metrics, that one of the chains must contain',
      readHash,
    )
    .action(async ({ org, hash, json }: VerifyOptions) => {
      const reports = await (await work()).verifyTrails(org, hash);
      print(json ? reports : reports.flatMap(rows), { json });
      const isKnown = hash === undefined || reports.some(({ known }) => known);
      if (!isKnown || !reports.every(({ intact }) => intact)) process.exitCode = 1;
    });

  leaf(audit, 'prune', 'permanently delete the entries before a time; this is recorded as an entry')
    .requiredOption('--before <ISO>', 'the time before which entries are deleted', readTime)
    .action(async ({ before, ...options }: { before: Date; json?: boolean }) =>
      print({ pruned: await (await work()).pruneEvents(before) }, options),
    );

  return audit;
}

/** Adds the options that filter entries. */
const filtered = (command: Command): Command =>
  command
    .option('--since <ISO>', 'earliest time, included', readTime)
    .option('--until <ISO>', 'latest time, excluded', readTime)
    .option('--action <ACTION>', 'such as login or job.result; a noun such as job selects all its actions')
    .option('--outcome <OUTCOME>', 'done or refused')
    .option('--user <ID>', 'actions of this user')
    .option('--org <ORG>', "an organization's id or exact name")
    .option('--subject <ID>', 'actions on this chat, document, job, user or organization');

const filterOf = ({ since, until, action, outcome, user, subject }: Asked) => ({
  ...(since && { since }),
  ...(until && { until }),
  ...(action && { action }),
  ...(outcome && { outcome }),
  ...(user && { userId: user }),
  ...(subject && { subjectId: subject }),
});

/** Formats counts and chain position as one cell each. Ids and hashes appear only with `--json`. */
const shown = ({ id: _id, counts, sealed, ...event }: ListedAuditEvent) => ({
  ...event,
  counts: counts && Object.entries(counts).map(([name, count]) => `${name}=${count}`),
  sealed: sealed && `${sealed.chain} ${sealed.seq}`,
});

type Reports = Awaited<ReturnType<Awaited<ReturnType<typeof work>>['verifyTrails']>>;

/** Returns one row per chain. */
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
