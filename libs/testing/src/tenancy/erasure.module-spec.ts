import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { CreateBackup, RestoreBackup } from '@app/backup';
import { newId, Transactions, type Owner } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { JobFiles } from '@app/job-files';
import { BlobRemovals, BlobStore, LocalBlobStore } from '@app/storage';
import { startContext, type ServiceContext } from '../service-context';
import { makeStores, type TestStores } from '../test-stores';
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
  'data_keys',
  'erasures',
  'file_store',
  'tombstones',
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

/** A system that a user is erased from. */
interface Erased {
  db: Pool;
  files: BlobStore;
}

const organizationId = newId();
const erased: Owner = { userId: newId(), organizationId };
const other: Owner = { userId: newId(), organizationId };
let context: ServiceContext;
let folder: string;
let target: TestStores;
let tables: string[];
let ofUsers: string[];
/** The rows of the other user and the organization */
const before = new Map<string, string[]>();
const keys = new Map<Owner, string[]>();
const files = new Map<Owner, string[]>();
const systems: Record<string, Erased> = {};

async function rowsOf(db: Pool, table: string): Promise<string[]> {
  const { rows } = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
  return rows.map(({ row }) => row);
}

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
  const names = FILES.map(([kind, table, name]) => `${kind}/${ids.get(table)}${name}`);
  for (const name of names) await context.get(BlobStore).write(name, Readable.from(['x']));
  files.set(owner, names.toSorted());
}

/** Restores a backup into an empty system, with the tombstones of the first one. */
async function restored(from: { folder: string; keysFile: string }): Promise<Erased> {
  target = await makeStores({ migrated: true });
  const store = new LocalBlobStore(join(folder, 'restored'));
  const database = { url: target.ownerUrl, ownerUrl: target.ownerUrl, poolSize: 2 };
  await new RestoreBackup(database, store).execute(from, { folder: join(context.dataDir, 'blobs') });
  return { db: target.db, files: store };
}

beforeAll(async () => {
  context = await startContext([DataSubjectRightsModule]);
  folder = await mkdtemp(join(tmpdir(), 'privacy-chat-erasure-'));
  tables = await allTables(context.db);
  ofUsers = await tablesOfUsers(context.db, LINKS);
  const all = tables.filter((table) => !MADE_OTHERWISE.has(table));
  const ids = await furnish(context.db, other, all, { links: LINKS });
  await addKeys(other, ids);
  await addFiles(other, ids);
  for (const table of tables) before.set(table, await rowsOf(context.db, table));
  const given = new Map([...ids].filter(([table]) => !ofUsers.includes(table)));
  const own = all.filter((table) => ofUsers.includes(table));
  const theirs = await furnish(context.db, erased, own, { given, links: LINKS });
  await addKeys(erased, theirs);
  await addFiles(erased, theirs);
  await context.db.query(`UPDATE jobs SET type = 'file_anonymization' WHERE user_id = $1`, [erased.userId]);
  await context.db.query(`UPDATE users SET login_name = user_name, role = 'member' WHERE id = $1`, [
    erased.userId,
  ]);
  const backup = { folder: join(folder, 'backup'), keysFile: join(folder, 'backup.keys') };
  await new CreateBackup(context.ownerUrl, context.get(BlobStore)).execute(backup.folder, backup.keysFile);
  const { rows: named } = await context.db.query<{ name: string }>(
    'SELECT user_name AS name FROM users WHERE id = $1',
    [erased.userId],
  );
  await context.get(EraseUser).execute(named[0]!.name);
  // The keys of the files of results and of batches are destroyed at once; the upkeep deletes the files.
  await context.get(JobFiles).sweep();
  await context.get(BlobRemovals).sweep();
  systems.live = { db: context.db, files: context.get(BlobStore) };
  systems.restored = await restored(backup);
});
afterAll(async () => {
  await target?.drop();
  await context?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('each table has rows of users, or says why not', () => {
  expect([...ofUsers, ...Object.keys(OF_NO_USER)].toSorted()).toEqual(tables.toSorted());
});

/** The id of a job without a key: the upkeep of the restored system deletes it. */
const LEFT_TO_UPKEEP = ['job_result_files'];
/** What names the user for good, or until the erasure was repeated. */
const NAMING: ReadonlySet<string> = new Set(['audit_events', 'erasures', 'tombstones']);

describe.each([
  ['a user with a row in every table is erased', 'live', []],
  ['a backup from before the erasure is restored with its tombstones', 'restored', LEFT_TO_UPKEEP],
])('after %s', (_, name, left: readonly string[]) => {
  const system = (): Erased => systems[name]!;
  /** The number of rows of each table */
  const countsOf = async (names: readonly string[]): Promise<Record<string, number>> =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (table) => [table, (await rowsOf(system().db, table)).length] as const),
      ),
    );

  it('no table of users has a row of the user, and each still has that of another user [SEC-224]', async () => {
    const checked = ofUsers.filter((table) => STAYING[table] === undefined && !left.includes(table));
    const expected = checked.map((table) => [table, before.get(table)!.length] as const);
    expect(await countsOf(checked)).toEqual(Object.fromEntries(expected));
  });

  it('no other table names the user, but the entries of the audit trail, the erasure and its tombstones', async () => {
    const naming: string[] = [];
    for (const table of tables)
      if ((await rowsOf(system().db, table)).some((row) => row.includes(erased.userId))) naming.push(table);
    expect(naming.filter((table) => !NAMING.has(table))).toEqual([]);
  });

  it('none of their files is stored, and the files of another user stay', async () => {
    const names: string[] = [];
    for await (const file of system().files.list()) names.push(file);
    const stored = (owner: Owner): string[] => files.get(owner)!.filter((file) => names.includes(file));
    expect([stored(erased), stored(other)]).toEqual([[], files.get(other)]);
  });

  it('no key opens what was theirs, and the keys of another user stay', async () => {
    const keysOf = async (owner: Owner): Promise<string[]> => {
      const { rows } = await system().db.query<{ id: string }>(
        'SELECT subject_id AS id FROM data_keys WHERE subject_id = ANY ($1)',
        [keys.get(owner)],
      );
      return rows.map((row) => WITH_KEYS[keys.get(owner)!.indexOf(row.id)]!).toSorted();
    };
    expect([await keysOf(erased), await keysOf(other)]).toEqual([[], WITH_KEYS.toSorted()]);
  });
});

it('the rows of another user are unchanged after the erasure', async () => {
  for (const table of ofUsers.filter((one) => STAYING[one] === undefined))
    expect([table, await rowsOf(context.db, table)]).toEqual([table, before.get(table)]);
});
