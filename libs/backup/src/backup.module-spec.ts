import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { Pool } from 'pg';
import { newId, Transactions } from '@app/common';
import { migrate, MIGRATION_NAMES } from '@app/database';
import { BlobRemovals, BlobStore, LocalBlobStore } from '@app/storage';
import {
  makeStores,
  startContext,
  startBackupStore,
  whyNoS3Server,
  type BackupStore,
  type ServiceContext,
  type TestStores,
} from '@app/testing';
import { TombstoneLog, TombstonesModule, WriteTombstones } from '@app/tombstones';
import { CreateBackup } from './create-backup';
import { DrillRestore } from './drill-restore';
import { RestoreBackup, type RestoreReport, type TombstoneSource } from './restore-backup';
import { newestBackup, RotateBackups } from './rotate-backups';
import { SnapshotStore } from './snapshot.store';
import { VerifyBackup } from './verify-backup';

let context: ServiceContext;
let folder: string;
const targets: TestStores[] = [];

beforeAll(async () => {
  context = await startContext([TombstonesModule]);
  folder = await mkdtemp(join(tmpdir(), 'privacy-chat-backup-'));
});
afterAll(async () => {
  await Promise.all(targets.map((target) => target.drop()));
  await context?.stop();
  await rm(folder, { recursive: true, force: true });
});

const path = (name: string): string => join(folder, name);
const create = (name: string, url = context.ownerUrl) =>
  new CreateBackup(url, context.get(BlobStore)).execute(path(name), path(`${name}.keys`));
const verify = (name: string) => new VerifyBackup().execute(path(name), path(`${name}.keys`));

interface Job {
  id: string;
  organizationId: string;
  userId: string;
  blob: string;
}

/** Creates a waiting job, its data key, and a file that is sealed with it. */
async function aJob(): Promise<Job> {
  const [id, organizationId, userId] = [newId(), newId(), newId()];
  await context.db.query(
    String.raw`INSERT INTO jobs (id, type, organization_id, user_id, request_id, input)
               VALUES ($1, 'anonymization', $2, $3, 'r', '\x00')`,
    [id, organizationId, userId],
  );
  const key = String.raw`INSERT INTO data_keys (subject_id, key_id, wrapped) VALUES ($1, 'test', '\x00ff')`;
  await context.db.query(key, [id]);
  const blob = `jobs/${id}/audio`;
  await context.get(BlobStore).write(blob, Readable.from(['sealed']));
  return { id, organizationId, userId, blob };
}

/** Erases like the use cases: rows and plan in one transaction, then the file, then the tombstone. */
async function erase({ id, blob }: Pick<Job, 'id' | 'blob'>): Promise<void> {
  await context.db.query('DELETE FROM data_keys WHERE subject_id = $1', [id]);
  await context.get(Transactions).run((tx) => context.get(BlobRemovals).plan(tx, [blob]));
  await context.get(BlobRemovals).carryOut([blob]);
  await context.get(WriteTombstones).execute();
}

async function namesOf(store: BlobStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.list()) names.push(name);
  return names;
}
const exists = async (store: BlobStore, name: string): Promise<boolean> =>
  (await namesOf(store)).includes(name);

interface Restored {
  db: Pool;
  blobs: BlobStore;
  report: RestoreReport;
}

const copyOfLog = (): TombstoneSource => ({ folder: join(context.dataDir, 'blobs') });

async function restore(
  name: string,
  source = copyOfLog(),
  into?: TestStores,
  erasedSince?: Date,
): Promise<Restored> {
  // Copying a migrated database is fast. One test covers the creation of the tables.
  const stores = into ?? (await makeStores({ migrated: true }));
  if (!into) targets.push(stores);
  const blobs = new LocalBlobStore(path(`${name}-${newId()}`));
  const database = { url: stores.ownerUrl, ownerUrl: stores.ownerUrl, poolSize: 2 };
  const from = { folder: path(name), keysFile: path(`${name}.keys`), erasedSince };
  return { db: stores.db, blobs, report: await new RestoreBackup(database, blobs).execute(from, source) };
}

/** Returns every row of every table as text. */
async function contents(db: Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
  );
  const read = async ({ name }: { name: string }) => {
    const { rows } = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    return [name, rows.map(({ row }) => row)] as const;
  };
  return Object.fromEntries(await Promise.all(tables.map(read)));
}

describe('a backup', () => {
  it('is restored row by row and file by file', async () => {
    const job = await aJob();
    await context.db.query(
      `INSERT INTO audit_events (id, actor, action, outcome) VALUES ($1, 'service', 'x', 'done')`,
      [newId()],
    );
    const before = await contents(context.db);
    const report = await create('whole');
    expect(await verify('whole')).toEqual(report);
    const empty = await makeStores();
    targets.push(empty);
    const { db, blobs } = await restore('whole', copyOfLog(), empty);
    // The restored installation marks its store when it starts.
    const unmarked = before.file_store?.map((row) => row.replace(',t,{}', ',f,{}'));
    expect(await contents(db)).toEqual({ ...before, file_store: unmarked });
    expect(unmarked).not.toEqual(before.file_store);
    const stored = async (store: BlobStore) => buffer(await store.read(job.blob));
    expect(await stored(blobs)).toEqual(await stored(context.get(BlobStore)));
    expect((await readdir(path('whole'))).sort()).toEqual([
      'blobs',
      'blobs.ndjson.gz',
      'manifest.json',
      'tables',
    ]);
  });

  it('is written by a role that reads every row and changes none', async () => {
    await aJob();
    const url = Object.assign(new URL(context.ownerUrl), {
      username: 'privacy_chat_backup',
      password: 'of-tests',
    });
    await migrate({
      url: context.databaseUrl,
      ownerUrl: context.ownerUrl,
      poolSize: 2,
      backupUrl: url.toString(),
    });
    expect(await create('by-the-role', url.toString())).toEqual({
      ...(await create('by-the-owner')),
      id: expect.any(String),
      snapshotAt: expect.any(String),
    });
    const pool = new Pool({ connectionString: url.toString() });
    try {
      for (const change of [
        'DELETE FROM jobs',
        "SET default_transaction_read_only = off; UPDATE jobs SET type = 'x'",
      ])
        await expect(pool.query(change)).rejects.toThrow(/read-only transaction|permission denied/);
    } finally {
      await pool.end();
    }
  });

  it('is restored by a drill into a database that is dropped, also if the restore fails', async () => {
    const job = await aJob();
    const report = await create('drilled');
    const database = {
      url: context.databaseUrl,
      ownerUrl: context.ownerUrl,
      poolSize: 2,
      backupUrl: undefined,
    };
    const drill = () =>
      new DrillRestore(database, context.get(BlobStore)).execute({
        folder: path('drilled'),
        keysFile: path('drilled.keys'),
      });
    const scratch = async () =>
      (await context.db.query(`SELECT FROM pg_database WHERE datname LIKE 'privacy_chat_drill_%'`)).rowCount;
    await erase(job);
    const before = await namesOf(context.get(BlobStore));
    expect(await drill()).toMatchObject({
      id: report.id,
      rows: report.rows,
      erased: { jobs: expect.any(Number) },
    });
    expect(await namesOf(context.get(BlobStore))).toEqual(before);
    expect(await scratch()).toBe(0);
    const manifest = JSON.parse(await readFile(join(path('drilled'), 'manifest.json'), 'utf8')) as object;
    await writeFile(
      join(path('drilled'), 'manifest.json'),
      JSON.stringify({ ...manifest, migrations: ['OfALaterVersion'] }),
    );
    await expect(drill()).rejects.toThrow(/later version/);
    expect(await scratch()).toBe(0);
  });

  it('contains nothing that was deleted before, and leaves unrelated files alone', async () => {
    const [kept, gone] = [await aJob(), await aJob()];
    await context.db.query('DELETE FROM data_keys WHERE subject_id = $1', [gone.id]);
    await create('named');
    const { blobs } = await restore('named');
    expect([await exists(blobs, kept.blob), await exists(blobs, gone.blob)]).toEqual([true, false]);
  });

  it('restores nothing that was erased, cancelled or revoked since [SEC-120]', async () => {
    const [kept, cancelled, erased] = [await aJob(), await aJob(), await aJob()];
    const [user, key] = [newId(), newId()];
    const organization = newId();
    await context.db.query(
      `INSERT INTO organizations (id, name, active, grants) VALUES ($1, $2, true, '{}')`,
      [organization, organization],
    );
    await context.db.query(
      `INSERT INTO users (id, organization_id, user_name, login_name, active) VALUES ($1, $2, $3, $3, true)`,
      [user, organization, user],
    );
    await context.db.query(
      `INSERT INTO api_keys (id, organization_id, user_id, hash, name, scopes, created_at)
       VALUES ($1, $2, $3, 'x', 'x', '{}', now())`,
      [key, organization, user],
    );
    await create('resurrection');
    const cancel = `UPDATE jobs SET status = 'failed', error = 'Cancelled', input = NULL WHERE id = $1`;
    await context.db.query(cancel, [cancelled.id]);
    await context.db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [key]);
    await context.db.query('UPDATE users SET active = false WHERE id = $1', [user]);
    await erase(erased);
    const { db, blobs, report } = await restore('resurrection');
    const state = async ({ id }: Job) =>
      (await db.query('SELECT status, input IS NOT NULL AS readable FROM jobs WHERE id = $1', [id])).rows;
    expect(await state(kept)).toEqual([{ status: 'accepted', readable: true }]);
    expect(await state(cancelled)).toEqual([{ status: 'failed', readable: false }]);
    expect(await state(erased)).toEqual([{ status: 'failed', readable: false }]);
    expect(await exists(blobs, erased.blob)).toBe(false);
    expect((await db.query('SELECT FROM data_keys WHERE subject_id = $1', [erased.id])).rows).toEqual([]);
    expect(
      (await db.query('SELECT active, revoked_at FROM users JOIN api_keys ON user_id = users.id')).rows,
    ).toEqual([{ active: false, revoked_at: expect.any(Date) }]);
    expect(report.erased).toMatchObject({ keys: expect.any(Number), chats: 0 });
    // The copy in the new system allows another restore.
    expect((await namesOf(blobs)).some((name) => name.startsWith('tombstones/'))).toBe(true);
  });

  it('of a restored database restores nothing that was erased since that time', async () => {
    const erased = await aJob();
    await create('put-back');
    await erase(erased);
    const log = path('old-log');
    await cp(join(context.dataDir, 'blobs/tombstones'), join(log, 'tombstones'), { recursive: true });
    const today = join(log, 'tombstones', new Date().toISOString().slice(0, 10));
    // Simulates that all of it was erased a week before the backup.
    const lastWeek = new Date(Date.now() - 7 * 24 * 3_600_000);
    const before = join(log, 'tombstones', lastWeek.toISOString().slice(0, 10));
    await cp(today, before, { recursive: true });
    for (const name of await readdir(today)) if (name.endsWith('.ndjson')) await rm(join(today, name));
    const keysIn = async ({ db }: Restored) =>
      (await db.query('SELECT FROM data_keys WHERE subject_id = $1', [erased.id])).rows.length;
    expect(await keysIn(await restore('put-back', { folder: log }))).toBe(1);
    expect(await keysIn(await restore('put-back', { folder: log }, undefined, lastWeek))).toBe(0);
  });

  it('restores an erased user in no table', async () => {
    const { id, organizationId, userId, blob } = await aJob();
    await context.db.query(
      `INSERT INTO token_usage (id, organization_id, user_id, model, prompt_tokens, completion_tokens, source)
       VALUES ($1, $2, $3, 'm', 1, 1, 'provider')`,
      [newId(), organizationId, userId],
    );
    await create('person');
    await context.db.query('INSERT INTO erasures (user_id, organization_id, due_at) VALUES ($1, $2, now())', [
      userId,
      organizationId,
    ]);
    await context.get(WriteTombstones).execute();
    const { db, blobs } = await restore('person');
    const found = Object.entries(await contents(db)).filter(([, rows]) =>
      rows.some((row) => row.includes(userId)),
    );
    expect(found.map(([table]) => table)).toEqual([]);
    expect(await exists(blobs, blob)).toBe(false);
    expect(JSON.stringify((await contents(db)).data_keys)).not.toContain(id);
  });

  it('restores a shared case without its erased member, and without the values that only this member brought', async () => {
    const [id, organizationId, userId, erasedId] = [newId(), newId(), newId(), newId()];
    await context.db.query(
      String.raw`INSERT INTO cases (id, organization_id, user_id, name, style, entities) VALUES ($1, $2, $3, '\x00', 'surrogates', 3)`,
      [id, organizationId, erasedId],
    );
    for (const member of [userId, erasedId])
      await context.db.query(
        'INSERT INTO case_members (case_id, organization_id, user_id) VALUES ($1, $2, $3)',
        [id, organizationId, member],
      );
    for (const [entity, broughtBy] of [[userId], [erasedId], [erasedId, userId]].entries())
      await context.db.query(
        String.raw`INSERT INTO case_entities (case_id, id, tombstone_id, sealed, brought_by) VALUES ($1, $2, $3, '\x00', $4)`,
        [id, entity, newId(), broughtBy],
      );
    // A reserved hash of a forgotten value, a context, and the hash of a value that only the erased user brought.
    for (const entity of [-1, 0, 1])
      await context.db.query('INSERT INTO case_keys (case_id, key, entity) VALUES ($1, 7, $2)', [id, entity]);
    await create('shared');
    await context.db.query('INSERT INTO erasures (user_id, organization_id, due_at) VALUES ($1, $2, now())', [
      erasedId,
      organizationId,
    ]);
    await context.get(WriteTombstones).execute();
    const { db, report } = await restore('shared');
    expect(report.erased).toMatchObject({ caseEntities: 1 });
    const { rows: entities } = await db.query('SELECT id, brought_by FROM case_entities ORDER BY id');
    expect(entities).toEqual([
      { id: 0, brought_by: [userId] },
      { id: 2, brought_by: [userId] },
    ]);
    const { rows: cases } = await db.query('SELECT user_id, entities FROM cases WHERE id = $1', [id]);
    expect(cases).toEqual([{ user_id: userId, entities: 2 }]);
    const { rows: keys } = await db.query('SELECT entity FROM case_keys ORDER BY entity');
    expect(keys).toEqual([{ entity: -1 }, { entity: 1 }]);
    expect(JSON.stringify(await contents(db))).not.toContain(erasedId);
  });

  it('restores no sequences, since there are none', async () => {
    expect(
      (await context.db.query('SELECT FROM pg_sequences WHERE sequencename <> $1', ['migrations_id_seq']))
        .rows,
    ).toEqual([]);
  });
});

/** An SQL row of each kind that has its own key and file. */
const SEALED = {
  chats: String.raw`INSERT INTO chats (id, organization_id, user_id, name, accepted_turns) VALUES ($1, $2, $3, '\x00', 1)`,
  documents: String.raw`INSERT INTO documents (id, organization_id, user_id, file_name, text_bytes) VALUES ($1, $2, $3, '\x00', 1)`,
  jobs: String.raw`INSERT INTO jobs (id, type, organization_id, user_id, request_id, input) VALUES ($1, 'anonymization', $2, $3, 'r', '\x00')`,
} as const;
type Kind = keyof typeof SEALED;

interface Thing {
  kind: Kind;
  id: string;
  userId: string;
  blob: string;
}

async function make(kind: Kind): Promise<Thing> {
  const [id, userId] = [newId(), newId()];
  await context.db.query(SEALED[kind], [id, newId(), userId]);
  const key = String.raw`INSERT INTO data_keys (subject_id, key_id, wrapped) VALUES ($1, 'test', '\x00ff')`;
  await context.db.query(key, [id]);
  const blob = `${kind}/${id}/file`;
  await context.get(BlobStore).write(blob, Readable.from(['sealed']));
  return { kind, id, userId, blob };
}

/** Ends one thing, or erases its whole user. */
async function end({ kind, id, userId, blob }: Thing, how: 'deleted' | 'with its person'): Promise<void> {
  const person = 'INSERT INTO erasures (user_id, organization_id, due_at) VALUES ($1, $2, now())';
  if (how === 'with its person') await context.db.query(person, [userId, newId()]);
  await context.db.query(`DELETE FROM ${kind} WHERE id = $1`, [id]);
  await erase({ id, blob });
}

describe('data that ends before, during and after a backup', () => {
  const FATES = ['before', 'during', 'after', 'never'] as const;

  it('is missing after a restore, and all other data is present [PRIV-35]', async () => {
    const fates = array(
      record({
        kind: constantFrom<Kind[]>('chats', 'documents', 'jobs'),
        when: constantFrom(...FATES),
        how: constantFrom('deleted', 'with its person'),
      }),
      { minLength: 20, maxLength: 40 },
    );
    const property = asyncProperty(fates, async (given) => {
      const things = await Promise.all(given.map(async (fate) => ({ ...fate, ...(await make(fate.kind)) })));
      const endAll = (now: (typeof FATES)[number]) =>
        Promise.all(things.filter(({ when }) => when === now).map((thing) => end(thing, thing.how)));
      /** A store that records when it lists its files. */
      class Watched extends LocalBlobStore {
        override async *list(of?: string): AsyncGenerator<string> {
          await endAll('during');
          yield* super.list(of);
        }
      }
      await endAll('before');
      const name = `fates-${newId()}`;
      const watched = new Watched(join(context.dataDir, 'blobs'));
      await new CreateBackup(context.ownerUrl, watched).execute(path(name), path(`${name}.keys`));
      await endAll('after');
      const held = await namesOf(new LocalBlobStore(join(path(name), 'blobs')));
      const { db, blobs } = await restore(name);
      const files = await namesOf(blobs);
      for (const { kind, when, id, blob } of things) {
        const found = await Promise.all([
          db.query(`SELECT FROM ${kind} WHERE id = $1`, [id]),
          db.query('SELECT FROM data_keys WHERE subject_id = $1', [id]),
        ]);
        const isThere = [...found.map(({ rowCount }) => rowCount === 1), files.includes(blob)];
        expect([when, ...isThere]).toEqual([when, ...isThere.map(() => when === 'never')]);
        expect([when, held.includes(blob)]).toEqual([when, when !== 'before']);
      }
    });
    await assert(property, { numRuns: 3 });
  });
});

describe('during a running backup', () => {
  it('no file of its snapshot is deleted, and deletions continue afterwards', async () => {
    const job = await aJob();
    const snapshot = await SnapshotStore.take(context.ownerUrl);
    try {
      await erase(job);
      await makeDue();
      expect(await context.get(BlobRemovals).sweep()).toBe(0);
      expect(await exists(context.get(BlobStore), job.blob)).toBe(true);
      await snapshot.end();
    } finally {
      await snapshot.close();
    }
    await makeDue();
    await context.get(BlobRemovals).sweep();
    expect(await exists(context.get(BlobStore), job.blob)).toBe(false);
  });

  it('if its connection breaks, deletions continue, and there is no backup', async () => {
    await aJob();
    class Breaking extends LocalBlobStore {
      override async *list(of?: string): AsyncGenerator<string> {
        await context.db.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'privacy-chat backup' AND datname = current_database()`,
        );
        yield* super.list(of);
      }
    }
    const breaking = new Breaking(join(context.dataDir, 'blobs'));
    await expect(new CreateBackup(context.ownerUrl, breaking).execute(path('broken'))).rejects.toThrow();
    await expect(readdir(path('broken'))).rejects.toMatchObject({ code: 'ENOENT' });
    const job = await aJob();
    await erase(job);
    expect(await exists(context.get(BlobStore), job.blob)).toBe(false);
  });

  it('a second one waits for the first', async () => {
    const snapshot = await SnapshotStore.take(context.ownerUrl);
    const order: string[] = [];
    const second = create('second').then(() => order.push('second'));
    await waits();
    order.push('first');
    await snapshot.end();
    await snapshot.close();
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  const makeDue = () => context.db.query('UPDATE blob_removals SET due_at = now()');
  /** Resolves when a session waits for an advisory lock. */
  const waits = async (): Promise<void> => {
    const asked = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    while ((await context.db.query(asked)).rows.length === 0) await new Promise((done) => setImmediate(done));
  };
});

describe('a restore', () => {
  beforeAll(async () => {
    await aJob();
    await create('good');
  });

  it('refuses a database that contains rows, and one of another version', async () => {
    const { db } = await restore('good');
    const used = targets.at(-1)!;
    await expect(restore('good', copyOfLog(), used)).rejects.toThrow(/expected a new, empty database/);
    const { rows } = await db.query('SELECT FROM jobs');
    const other = await makeStores();
    targets.push(other);
    await other.db.query('CREATE TABLE somebody_elses (id int)');
    await expect(restore('good', copyOfLog(), other)).rejects.toThrow(/expected a new, empty database/);
    expect((await db.query('SELECT FROM jobs')).rows).toHaveLength(rows.length);
  });

  it('refuses a restore without the tombstones of the same system, unless this is requested [SEC-122]', async () => {
    const ownerless = path('ownerless');
    await expect(restore('good', { folder: ownerless })).rejects.toThrow(/tombstones .* are missing/);
    await expect(restore('good', 'store')).rejects.toThrow(/tombstones .* are missing/);
    await expect(restore('good', { folder: 's3://files/log' })).rejects.toThrow('must be a path');
    const { report } = await restore('good', 'none');
    expect(report.erased).toBeUndefined();
  });

  it('refuses a tombstone log that it cannot read completely', async () => {
    const copy = path('log');
    await cp(join(context.dataDir, 'blobs/tombstones'), join(copy, 'tombstones'), { recursive: true });
    const day = new Date().toISOString().slice(0, 10);
    await writeFile(join(copy, 'tombstones', day, 'cut.ndjson'), '{"kind":"chat","id":"');
    await expect(restore('good', { folder: copy })).rejects.toThrow(/cannot be read/);
  });

  it.each(['0.1.0', '0.2.0'])(
    'of release %s restores nothing that was erased since [SEC-202]',
    async (release) => {
      const fixture = join(__dirname, '../../../test/fixtures/upgrade', release);
      const read = async (file: string) => JSON.parse(await readFile(join(fixture, file), 'utf8')) as never;
      const { id } = (await read('backup/manifest.json')) as { id: string };
      const { chatId, jobId } = (await read('kept.json')) as Record<'chatId' | 'jobId', string>;
      const log = new TombstoneLog(new LocalBlobStore(path(`log-${release}`)));
      await log.mark(id);
      await log.append([{ kind: 'chat', id: chatId, at: new Date() }]);
      const stores = await makeStores();
      targets.push(stores);
      const database = { url: stores.ownerUrl, ownerUrl: stores.ownerUrl, poolSize: 2 };
      const restored = await new RestoreBackup(database, new LocalBlobStore(path(`of-${release}`))).execute(
        { folder: join(fixture, 'backup') },
        { folder: path(`log-${release}`) },
      );
      expect(restored.erased).toMatchObject({ chats: 1, jobs: 0 });
      expect((await stores.db.query('SELECT FROM chats WHERE id = $1', [chatId])).rows).toEqual([]);
      expect((await stores.db.query('SELECT FROM jobs WHERE id = $1', [jobId])).rows).toHaveLength(1);
      const { rows: migrations } = await stores.db.query<{ name: string }>('SELECT name FROM migrations');
      expect(migrations.map(({ name }) => name)).toEqual(expect.arrayContaining([...MIGRATION_NAMES]));
    },
  );

  it('refuses a backup of a later version', async () => {
    await cp(path('good'), path('later'), { recursive: true });
    await cp(path('good.keys'), path('later.keys'));
    const file = path('later/manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { migrations: string[] };
    await writeFile(file, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, 'Next1'] }));
    await expect(restore('later')).rejects.toThrow(/later version/);
  });

  it('refuses a backup with any byte changed, cut or removed', async () => {
    const entries = await readdir(path('good'), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
      .map(({ parentPath, name }) => join(parentPath, name))
      .concat(path('good.keys'));
    const property = asyncProperty(nat(), nat(), nat(2), async (which, at, how) => {
      const file = files[which % files.length]!;
      const sound = await readFile(file);
      const damaged = Buffer.from(sound);
      damaged[at % sound.length]! ^= 1;
      try {
        if (how === 0) await rm(file);
        else await writeFile(file, how === 1 ? damaged : sound.subarray(0, at % sound.length));
        await expect(verify('good')).rejects.toThrow(/The backup is damaged/);
      } finally {
        await writeFile(file, sound);
      }
    });
    await assert(property, { numRuns: 15 });
    await expect(verify('good')).resolves.toMatchObject({ rows: expect.any(Number) });
  });

  it('requires the owner of the tables to read all of them', async () => {
    await expect(create('as-program', context.databaseUrl)).rejects.toMatchObject({ code: '42501' });
  });
});

const noS3 = whyNoS3Server();
if (noS3) process.stderr.write(`Backups in an S3-compatible store are not tried: ${noS3}\n`);

(noS3 ? describe.skip : describe)('a backup in S3', () => {
  const BUCKETS = { backups: 's3://backups/daily', keys: 's3://backup-keys/daily' };
  let server: BackupStore;

  beforeAll(async () => {
    server = await startBackupStore(['backups', 'backup-keys']);
  });
  afterAll(() => server?.stop());

  const objects = async (Bucket: string): Promise<string[]> => {
    const { Contents = [] } = await server.client.send(new ListObjectsV2Command({ Bucket }));
    return Contents.map(({ Key }) => Key!);
  };
  const inS3 = (name: string) => [`${BUCKETS.backups}/${name}`, `${BUCKETS.keys}/${name}.gz`] as const;
  const createInS3 = (name: string) =>
    new CreateBackup(context.ownerUrl, context.get(BlobStore)).execute(...inS3(name));

  it('is restored row by row and file by file, and its keys are in another bucket', async () => {
    const job = await aJob();
    const report = await createInS3('whole');
    const row = async (db: Pool) =>
      (await db.query('SELECT t::text AS row FROM jobs t WHERE id = $1', [job.id])).rows;
    expect(await new VerifyBackup().execute(...inS3('whole'))).toEqual(report);
    const stores = await makeStores({ migrated: true });
    targets.push(stores);
    const blobs = new LocalBlobStore(path(`in-s3-${newId()}`));
    const database = { url: stores.ownerUrl, ownerUrl: stores.ownerUrl, poolSize: 2 };
    const [folder, keysFile] = inS3('whole');
    await new RestoreBackup(database, blobs).execute({ folder, keysFile }, copyOfLog());
    expect(await row(stores.db)).toEqual(await row(context.db));
    expect(await exists(blobs, job.blob)).toBe(true);
    expect(await objects('backup-keys')).toEqual(['daily/whole.gz']);
    expect((await objects('backups')).filter((name) => name.includes('data_keys'))).toEqual([]);
  });

  it('is rotated, and the newest is restored by a drill', async () => {
    await aJob();
    const create = new CreateBackup(context.ownerUrl, context.get(BlobStore));
    const rotate = (at: string) =>
      new RotateBackups(create).execute(
        { folder: 's3://backups/rotated', keysFolder: 's3://backup-keys', keepDays: 30, keepKeysDays: 14 },
        new Date(at),
      );
    await rotate('2026-01-01T02:00:00Z');
    const { id } = await rotate('2026-01-20T02:00:00Z');
    const names = async () => {
      const all = await objects('backups');
      return new Set(all.flatMap((name) => /^rotated\/([^/]+)/.exec(name)?.[1] ?? []));
    };
    expect(await names()).toEqual(new Set(['2026-01-01T02-00-00Z', '2026-01-20T02-00-00Z']));
    expect(await objects('backup-keys')).not.toContain('2026-01-01T02-00-00Z.gz');
    const newest = await newestBackup('s3://backups/rotated', 's3://backup-keys');
    const { databaseUrl: url, ownerUrl } = context;
    const drill = new DrillRestore(
      { url, ownerUrl, poolSize: 2, backupUrl: undefined },
      context.get(BlobStore),
    );
    expect(await drill.execute(newest)).toMatchObject({ id });
    expect(await rotate('2026-02-10T02:00:00Z')).toMatchObject({ deleted: 1, deleted_keys: 1 });
    expect(await names()).toEqual(new Set(['2026-01-20T02-00-00Z', '2026-02-10T02-00-00Z']));
  });

  it('leaves nothing if it fails', async () => {
    class Failing extends LocalBlobStore {
      override list(): AsyncGenerator<string> {
        throw new Error('broken');
      }
    }
    const failing = new CreateBackup(context.ownerUrl, new Failing(join(context.dataDir, 'blobs')));
    await expect(failing.execute(...inS3('failed'))).rejects.toThrow('broken');
    expect((await objects('backups')).filter((name) => name.includes('failed'))).toEqual([]);
    expect(await objects('backup-keys')).not.toContain('daily/failed.gz');
  });

  it('that is damaged is named as damaged, and a store that is away is not', async () => {
    await aJob();
    await createInS3('damaged');
    const list = 'daily/damaged/blobs.ndjson.gz';
    await server.client.send(new PutObjectCommand({ Bucket: 'backups', Key: list, Body: 'x' }));
    await server.client.send(new DeleteObjectCommand({ Bucket: 'backup-keys', Key: 'daily/damaged.gz' }));
    const verify = () => new VerifyBackup().execute(...inS3('damaged'));
    await expect(verify()).rejects.toThrow(/is damaged: data_keys\.copy\.gz is missing; blobs\.ndjson\.gz/);
    server.halt();
    await expect(verify()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
