import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startSystem, type TestSystem, type TestUser } from '@app/testing';
import { ApiClient } from '../support/api-client';
import { rowsOf } from '../support/backups';
import { readHistory, sendPrompt } from '../support/chat';
import { accepted, JobClient } from '../support/jobs';
import {
  PNG,
  startRunningSystem,
  upload,
  type Belongings,
  type RunningSystem,
} from '../support/running-system';

/** Users who work while the backup runs. */
const USERS = 4;

interface Person extends Belongings {
  user: TestUser;
  api: ApiClient;
  jobs: JobClient;
}

/**
 * The drill of docs/operate/backup-and-restore.md: a backup of a running system, deletions by several users during and after it,
 * and a restore into a second system. For everything that the backup contains, the second system must give the same answers as
 * the first.
 */
describe('a backup of a system under load, restored into a second system', () => {
  let folder: string;
  let first: RunningSystem;
  let second: TestSystem;
  let people: Person[];
  /** A job of the first user, deferred until it is restored. */
  let waiting: string;
  let erased: Person;

  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'privacy-chat-drill-')), 'backup');
    first = await startRunningSystem({ DATABASE_POOL_SIZE: '20' });
    people = await Promise.all(Array.from({ length: USERS + 1 }, () => settle()));
    erased = people.pop()!;
    waiting = await deferredJob(people[0]!);
    await backUpUnderLoad();
    await deleteMore();
    second = await startSecond();
  });
  afterAll(async () => {
    await second?.stop();
    await first?.stop();
    await rm(join(folder, '..'), { recursive: true, force: true });
  });

  async function settle(): Promise<Person> {
    const user = await first.system.user();
    const api = new ApiClient(first.system, user);
    return { user, api, jobs: new JobClient(api, first.receiver), ...(await first.furnish(user)) };
  }

  /** Creates a job that no worker claims yet. */
  async function deferredJob({ jobs }: Person): Promise<string> {
    const { db } = first.system;
    await db.query(`ALTER TABLE jobs ALTER available_at SET DEFAULT now() + interval '1 day'`);
    try {
      return await accepted(jobs.anonymize({ text: 'Call Anna Schmidt.' }));
    } finally {
      await db.query('ALTER TABLE jobs ALTER available_at SET DEFAULT now()');
    }
  }

  async function backUpUnderLoad(): Promise<void> {
    const over = new AbortController();
    const rounds = people.map(() => 0);
    const working = people.map((person, i) => work(person, over.signal, () => (rounds[i]! += 1)));
    const eachHas = (count: number) => eventually(() => expect(Math.min(...rounds)).toBeGreaterThan(count));
    try {
      await eachHas(4);
      const before = [...rounds];
      await first.system.cli(['backup', 'create', '--out', folder, '--keys', `${folder}.keys`]);
      // Not every user: the backup can be faster than one of their rounds.
      expect(rounds.filter((count, i) => count > before[i]!).length).toBeGreaterThan(USERS / 2);
    } finally {
      over.abort();
    }
    await Promise.all(working);
  }

  /** Creates chats, documents and jobs, and deletes some of each. */
  async function work({ api, jobs }: Person, over: AbortSignal, onRound: () => void): Promise<void> {
    const mine: { chat: string; document: string; job: string }[] = [];
    for (let round = 1; !over.aborted; round += 1) {
      const document = await upload(api, 'Notiz.txt', 'The meeting is on Monday.');
      const { body } = await sendPrompt(api, 'When is the meeting with Hans Müller?', { doc: document });
      const job = await accepted(jobs.anonymize({ text: 'Call Anna Schmidt.' }));
      mine.push({ chat: body.session_id, document, job });
      onRound();
      const oldest = round % 3 === 0 ? mine.shift() : undefined;
      if (!oldest) continue;
      await deleted(api, `upload/${oldest.document}`);
      await deleted(api, `delete-session/${oldest.chat}`);
      await deleted(api, `job/${oldest.job}`);
    }
  }

  const deleted = async (api: ApiClient, path: string): Promise<void> =>
    expect((await api.delete(path)).status).toBe(200);

  /** Deletes after the backup: one user completely, and another user's content from before the load. */
  async function deleteMore(): Promise<void> {
    await first.system.cli(['user', 'erase', erased.user.userName]);
    const { api, chatId, jobId } = people[1]!;
    await deleted(api, `delete-session/${chatId}`);
    await deleted(api, `job/${jobId}`);
    // Half of the chats created under load.
    for (const [i, { id, user_id: userId }] of rowsOf(folder, 'chats').entries()) {
      const person = people.find(({ user }) => user.id === userId);
      const isOfLoad = people.every((one) => one.chatId !== id);
      if (person && isOfLoad && i % 2 === 0) await person.api.delete(`delete-session/${id}`);
    }
  }

  async function startSecond(): Promise<TestSystem> {
    const { env } = first.system.api;
    const { ENCRYPTION_KEYS, JWT_KEYS, LLM_BASE_URL, IMAGE_BASE_URL, WEBHOOK_CA_FILE, RATE_LIMITS } = env;
    const kept = { ENCRYPTION_KEYS, JWT_KEYS, LLM_BASE_URL, IMAGE_BASE_URL, WEBHOOK_CA_FILE, RATE_LIMITS };
    const settings = { ...(kept as Record<string, string>), JOB_SWEEP_INTERVAL: '500ms' };
    const system = await startSystem(settings, []);
    const log = join(first.system.dataDir, 'blobs');
    const keys = ['--keys', `${folder}.keys`];
    await system.cli(['backup', 'verify', folder, ...keys]);
    await expect(system.cli(['backup', 'restore', folder, ...keys])).rejects.toThrow(/tombstones .* missing/);
    await system.cli(['backup', 'restore', folder, ...keys, '--tombstones', log]);
    await system.db.query('UPDATE jobs SET available_at = now() WHERE id = $1', [waiting]);
    await Promise.all([system.api.start(), system.worker.start()]);
    return system;
  }

  /** Logs a user in at the second system. @returns undefined if the login is refused */
  async function onSecond({ user }: Person): Promise<ApiClient | undefined> {
    const { userName, password } = user;
    const login = await new ApiClient(second).post<{ jwtToken: string }>('/idm/v1/auth/login', {
      userName,
      password,
    });
    const authorization = `Bearer ${login.body.jwtToken}`;
    return login.status === 200 ? new ApiClient(second, { authorization: { authorization } }) : undefined;
  }

  it('answers every chat of the backup as the first system does: complete, or deleted', async () => {
    const answers = { 200: 0, 404: 0 };
    for (const { id, user_id: userId } of rowsOf(folder, 'chats')) {
      const person = people.find(({ user }) => user.id === userId);
      if (!person) continue;
      const api = (await onSecond(person))!;
      const [there, here] = [await person.api.get(`history/${id}`), await api.get(`history/${id}`)];
      expect([id, here.status]).toEqual([id, there.status]);
      answers[here.status as 200 | 404] += 1;
      if (here.status !== 200) continue;
      const [all, kept] = [await readHistory(person.api, id!), await readHistory(api, id!)];
      const texts = (prompts: Record<string, string>[]) =>
        prompts.map(({ originalPrompt }) => originalPrompt);
      expect(texts(all.data.prompts)).toEqual(expect.arrayContaining(texts(kept.data.prompts)));
    }
    expect(answers[200]).toBeGreaterThan(USERS);
    expect(answers[404]).toBeGreaterThan(0);
  });

  it('decrypts every document and image of the backup, and none that was deleted', async () => {
    for (const [i, person] of people.entries()) {
      const { pathname, search } = new URL(person.imageUrl);
      const image = await new ApiClient(second).get(`${pathname}${search}`);
      expect([i, image.status]).toEqual([i, i === 1 ? 404 : 200]);
      if (i !== 1) expect(image.bytes).toEqual(PNG);
    }
    const documents = rowsOf(folder, 'documents').filter(({ text_bytes: bytes }) => bytes !== '\\N');
    const statuses = new Set<number>();
    for (const { id, user_id: userId } of documents) {
      const person = people.find(({ user }) => user.id === userId);
      if (!person) continue;
      const here = await sendPrompt((await onSecond(person))!, 'When is the meeting?', { doc: id });
      const there = await sendPrompt(person.api, 'When is the meeting?', { doc: id });
      expect([id, here.status]).toEqual([id, there.status]);
      if (here.status === 200) expect(first.upstream.requests.at(-2)!.raw).toMatch(/Monday|three months/);
      statuses.add(here.status);
    }
    expect([...statuses].sort()).toEqual([200, 400]);
  });

  it('finishes every job of the backup, including waiting ones, and returns the results that still exist', async () => {
    for (const { id, user_id: userId } of rowsOf(folder, 'jobs')) {
      const person = people.find(({ user }) => user.id === userId);
      if (!person) continue;
      const api = (await onSecond(person))!;
      const here = await ended(api, id!);
      if (id === waiting) continue;
      const there = await ended(person.api, id!);
      if (there.error === 'Cancelled') expect([id, here.error]).toEqual([id, 'Cancelled']);
      else expect([id, await resultStatus(api, id!)]).toEqual([id, await resultStatus(person.api, id!)]);
    }
    const api = (await onSecond(people[0]!))!;
    await eventually(async () =>
      expect((await api.get(`job/${waiting}/result`)).body).toMatchObject({
        anonymized_text: 'Call [NAME_1].',
      }),
    );
  });

  const ended = (api: ApiClient, id: string): Promise<{ error?: string }> =>
    eventually(async () => {
      const { status, body } = await api.get<{ status: string; error?: string }>(`job/${id}`);
      expect([status, body.status]).toEqual([200, expect.stringMatching(/completed|failed/)]);
      return body;
    });
  const resultStatus = async (api: ApiClient, id: string): Promise<number> =>
    (await api.get(`job/${id}/result`)).status;

  it('contains nothing of a user who was erased since [SEC-121]', async () => {
    expect(await onSecond(erased)).toBeUndefined();
    const { rows } = await second.db.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'audit_events'`,
    );
    for (const { name } of rows) {
      const found = await second.db.query(`SELECT FROM ${name} t WHERE t::text LIKE $1`, [
        `%${erased.user.id}%`,
      ]);
      expect([name, found.rows.length]).toEqual([name, name === 'tombstones' ? expect.any(Number) : 0]);
    }
  });

  it('continues: the chain of its audit trail is intact, and deletions are recorded', async () => {
    await second.cli(['audit', 'verify']);
    const person = people[2]!;
    const api = (await onSecond(person))!;
    expect((await api.delete(`delete-session/${person.chatId}`)).status).toBe(200);
    expect((await api.get(`history/${person.chatId}`)).status).toBe(404);
  });
});
