import { Readable } from 'node:stream';
import { newId, Transactions, type Owner } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { JobFiles } from '@app/job-files';
import { BlobRemovals, BlobStore } from '@app/storage';
import { startContext, type ServiceContext } from '../service-context';
import { allTables, furnish, tablesOfUsers, type Links } from './furnish';
import { DataSubjectRightsModule, EraseUser } from '@app/data-subject-rights';

const LINKS: Links = {
  budgets: { column: 'of_user', parent: 'users' },
  job_audio: { column: 'job_id', parent: 'jobs' },
  job_result_files: { column: 'job_id', parent: 'jobs' },
  webhook_deliveries: { column: 'subject_id', parent: 'jobs' },
};
/** Tables with rows that have a data key. */
const WITH_KEYS =
  'assistants batch_files batches cases chats documents evaluations guarded_calls jobs mapping_keys second_factors'.split(
    ' ',
  );

/** A trigger, the erasure, `addKeys` and the service itself add the rows of these. */
const MADE_OTHERWISE: ReadonlySet<string> = new Set([
  'audit_unsealed',
  'erasures',
  'data_keys',
  'file_store',
]);

/** The folder, the table with the id, and the rest of the name of each kind of file. */
const FILES = [
  ['chats', 'chats', '/image'],
  ['documents', 'documents', '/text'],
  ['batch-files', 'batch_files', ''],
  ['batches', 'batches', '/hidden'],
  ['jobs', 'jobs', '/upload'],
] as const;

/** Tables without a row of a user. */
const OF_NO_USER: Readonly<Record<string, string>> = {
  audit_events:
    'Its entries name the user, and stay: they are sealed, and contain no other data of the user.',
  audit_seals: 'Hashes of entries.',
  audit_unsealed: 'Ids of entries.',
  blob_removals: 'Names of files that are deleted.',
  data_keys: 'Each is checked with the row that it opens.',
  file_store: 'The id of the installation.',
  groups: 'Of the organization.',
  job_turns: 'Of the organization.',
  organization_webhooks: 'Of the organization.',
  organizations: 'The organization.',
  policy_versions: 'Of the organization.',
  provider_removals: 'Ids at providers of files that are deleted.',
  service_state: 'What the operator set.',
  single_uses: 'Hashes of tokens.',
  suggestions: 'Of the organization; `corrections` has the users.',
  tombstones: 'The ids of deleted rows, so that no backup restores them.',
  webhook_hosts: 'Of all organizations.',
  webhook_secrets: 'Of the organization.',
  workers: 'Processes.',
};
/** Rows of users that stay, each with what makes them no data of the user. */
const STAYING: Readonly<Record<string, string>> = {
  erasures: 'The erasure itself, until it was repeated.',
  token_usage: 'The usage of the organization, without its user.',
};

describe('after the erasure of a user with a row in every table', () => {
  const organizationId = newId();
  const erased: Owner = { userId: newId(), organizationId };
  const other: Owner = { userId: newId(), organizationId };
  let context: ServiceContext;
  let tables: string[];
  let ofUsers: string[];
  const rows = { of: new Map<string, string[]>(), left: new Map<string, string[]>() };
  const keys = new Map<Owner, string[]>();
  const files = new Map<Owner, string[]>();

  const rowsOf = async (table: string): Promise<string[]> => {
    const found = await context.db.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
    return found.rows.map(({ row }) => row);
  };
  /** Gives each row that is encrypted its key. */
  async function addKeys(owner: Owner, ids: ReadonlyMap<string, string>): Promise<void> {
    const subjects = WITH_KEYS.map((table) => ids.get(table)!);
    await context.get(Transactions).runFor(owner, async (tx) => {
      for (const subject of subjects) await context.get(DataKeys).create(tx, subject);
    });
    keys.set(owner, subjects);
  }

  /** Stores each kind of file. */
  async function addFiles(owner: Owner, ids: ReadonlyMap<string, string>): Promise<void> {
    const names = FILES.map(([folder, table, name]) => `${folder}/${ids.get(table)}${name}`);
    for (const name of names) await context.get(BlobStore).write(name, Readable.from(['x']));
    files.set(owner, names.toSorted());
  }

  beforeAll(async () => {
    context = await startContext([DataSubjectRightsModule]);
    tables = await allTables(context.db);
    ofUsers = await tablesOfUsers(context.db, LINKS);
    const all = tables.filter((table) => !MADE_OTHERWISE.has(table));
    const ids = await furnish(context.db, other, all, { links: LINKS });
    await addKeys(other, ids);
    await addFiles(other, ids);
    const given = new Map([...ids].filter(([table]) => !ofUsers.includes(table)));
    const own = all.filter((table) => ofUsers.includes(table));
    for (const table of tables) rows.of.set(table, await rowsOf(table));
    const theirs = await furnish(context.db, erased, own, { given, links: LINKS });
    await addKeys(erased, theirs);
    await addFiles(erased, theirs);
    await context.db.query(`UPDATE jobs SET type = 'file_anonymization' WHERE user_id = $1`, [erased.userId]);
    await context.db.query(`UPDATE users SET login_name = user_name, role = 'member' WHERE id = $1`, [
      erased.userId,
    ]);
    const { rows: named } = await context.db.query<{ name: string }>(
      'SELECT user_name AS name FROM users WHERE id = $1',
      [erased.userId],
    );
    await context.get(EraseUser).execute(named[0]!.name);
    // The keys of the files of results and of batches are destroyed at once; the upkeep deletes the files.
    await context.get(JobFiles).sweep();
    await context.get(BlobRemovals).sweep();
    for (const table of tables) rows.left.set(table, await rowsOf(table));
  });
  afterAll(() => context?.stop());

  it('each table is known: it has rows of users, or says why not', () => {
    const known = [...ofUsers, ...Object.keys(OF_NO_USER)];
    expect(known.toSorted()).toEqual(tables.toSorted());
  });

  it('no table of users has a row of the user, and each still has that of another user [SEC-224]', () => {
    const found = ofUsers
      .filter((table) => STAYING[table] === undefined)
      .map((table) => [table, rows.left.get(table)]);
    expect(found).toEqual(found.map(([table]) => [table, rows.of.get(String(table))]));
  });

  it('no other table names the user, but the entries of the audit trail and the erasure', () => {
    const naming = tables.filter((table) => rows.left.get(table)!.some((row) => row.includes(erased.userId)));
    expect(naming).toEqual(['audit_events', 'erasures']);
  });

  it('none of their files is stored, and the files of another user stay', async () => {
    const names: string[] = [];
    for await (const name of context.get(BlobStore).list()) names.push(name);
    const stored = (owner: Owner): string[] => files.get(owner)!.filter((name) => names.includes(name));
    expect([stored(erased), stored(other)]).toEqual([[], files.get(other)]);
  });

  it('no key opens what was theirs, and the keys of another user stay', async () => {
    const left = async (owner: Owner): Promise<string[]> => {
      const { rows: found } = await context.db.query<{ id: string }>(
        'SELECT subject_id AS id FROM data_keys WHERE subject_id = ANY ($1)',
        [keys.get(owner)],
      );
      return found.map(({ id }) => WITH_KEYS[keys.get(owner)!.indexOf(id)]!).toSorted();
    };
    expect([await left(erased), await left(other)]).toEqual([[], WITH_KEYS.toSorted()]);
  });
});
