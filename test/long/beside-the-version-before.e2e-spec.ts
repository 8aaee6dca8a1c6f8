import { MIGRATION_NAMES } from '@app/database';
import {
  eventually,
  makeStores,
  type Program,
  runProgramToEnd,
  startSystem,
  startUpstream,
  startWebhookReceiver,
  type TestStores,
  type TestSystem,
  type Upstream,
  type WebhookReceiver,
} from '@app/testing';
import { ApiClient, type Caller } from '../support/api-client';
import { manifestOf } from '../support/backups';
import { readHistory, sendPrompt } from '../support/chat';
import { accepted, JobClient } from '../support/jobs';
import { upload } from '../support/running-system';
import { buildEarlier, hasCommit, type EarlierPrograms } from '../support/upgrade/earlier-programs';
import { fixtureKeys, fixtures } from '../support/upgrade/fixture';

const PROMPT = 'Write to Hans Müller, hans.mueller@firma.de, about the notice period.';

/**
 * docs/operate/upgrades.md as an operator follows it: the programs of a release keep running while those of this version start.
 */
describe.each(fixtures())("the programs of $version next to this version's", ({ commit, backup, kept }) => {
  if (!hasCommit(commit)) {
    it.skip('run on one schema (this clone lacks the commit that they are built from)', () => {});
    return;
  }

  let earlier: EarlierPrograms;
  let stores: TestStores;
  let upstream: Upstream;
  let receiver: WebhookReceiver;
  /** Its own api and worker are those of the earlier release. */
  let system: TestSystem;
  let api: Program;
  let worker: Program;
  let before: ApiClient;
  let now: ApiClient;
  /** Answers of the earlier api while the migrations ran. */
  let meanwhile: number[];

  beforeAll(async () => {
    earlier = await buildEarlier(commit);
    stores = await makeStores();
    upstream = await startUpstream();
    receiver = await startWebhookReceiver();
    const programs = Object.assign(new URL(stores.ownerUrl), {
      username: 'privacy_chat_app',
      password: 'of-tests',
    });
    const env = {
      DATABASE_URL: programs.toString(),
      DATABASE_OWNER_URL: stores.ownerUrl,
      ENCRYPTION_KEYS: fixtureKeys(),
      LLM_BASE_URL: upstream.baseUrl,
      WEBHOOK_CA_FILE: receiver.caFile,
      JOB_SWEEP_INTERVAL: '500ms',
      RATE_LIMITS: 'off',
    };
    system = await startSystem(env, [], {
      api: earlier.at('dist/apps/api/src/main.js'),
      worker: earlier.at('dist/apps/worker/src/main.js'),
    });
    const restore = ['backup', 'restore', backup, '--no-tombstones'];
    await runProgramToEnd(earlier.at('dist/apps/cli/src/main.js'), restore, system.api.env);
    await Promise.all([system.api.start(), system.worker.start()]);
    const { userName, password } = kept;
    const login = await new ApiClient(system).post<{ jwtToken: string }>('/idm/v1/auth/login', {
      userName,
      password,
    });
    const user: Caller = { authorization: { authorization: `Bearer ${login.body.jwtToken}` } };
    before = new ApiClient(system, user);
    meanwhile = await migrateUnderLoad();
    api = await system.startApi();
    worker = await system.startWorker();
    now = ApiClient.at(`http://127.0.0.1:${api.env.PORT}`, user);
  });
  afterAll(async () => {
    await system?.stop();
    await upstream?.stop();
    await receiver?.stop();
    await stores?.drop();
    await earlier?.remove();
  });

  /** @returns the statuses of chats that were sent until the migrations ended */
  async function migrateUnderLoad(): Promise<number[]> {
    const migrated = new AbortController();
    const migrating = runProgramToEnd('dist/apps/cli/src/migrate.js', [], system.api.env).finally(() =>
      migrated.abort(),
    );
    const statuses: number[] = [];
    do statuses.push((await sendPrompt(before, PROMPT)).status);
    while (!migrated.signal.aborted);
    await migrating;
    return statuses;
  }

  async function isDelivered(jobs: JobClient): Promise<void> {
    const jobId = await accepted(jobs.anonymize());
    const [webhook] = await jobs.delivered(jobId);
    expect(webhook.body).toMatchObject({ status: 'completed', anonymized_text: 'Write to [EMAIL_1]' });
    await jobs.deliveryIs(jobId, 'delivered');
    expect(jobs.webhooksOf(jobId)).toHaveLength(1);
  }

  it('answer while the migrations of this version run', async () => {
    expect(manifestOf(backup).migrations.length).toBeLessThanOrEqual(MIGRATION_NAMES.length);
    const { rows } = await stores.db.query<{ name: string }>('SELECT name FROM migrations');
    expect(rows.map(({ name }) => name).sort()).toEqual([...MIGRATION_NAMES].sort());
    expect(new Set(meanwhile)).toEqual(new Set([200]));
  });

  it.each(['before', 'now'])('continue a chat that the other version began: %s first', async (first) => {
    const [one, other] = first === 'before' ? [before, now] : [now, before];
    const { body: begun } = await sendPrompt(one, PROMPT);
    const more = { chat_id: begun.session_id };
    const { status, body } = await sendPrompt(other, 'Now write to Hans Müller again.', more);
    const surrogate = /^Write to ([^,@]+), /.exec(begun.anonymized_prompt)![1];
    expect(surrogate).not.toContain('Müller');
    expect([status, body.anonymized_prompt]).toEqual([200, `Now write to ${surrogate} again.`]);
    expect((await sendPrompt(one, 'And once more to Hans Müller.', more)).status).toBe(200);
    const [read, readByOther] = [
      await readHistory(one, begun.session_id),
      await readHistory(other, begun.session_id),
    ];
    expect(read.data.prompts).toHaveLength(3);
    expect(readByOther.data).toEqual(read.data);
  });

  it.each(['before', 'now'])('read a document that the other version received: %s first', async (first) => {
    const [one, other] = first === 'before' ? [before, now] : [now, before];
    const doc = await upload(
      one,
      'Vertrag.txt',
      `The notice period is ${first === 'now' ? 'five' : 'six'} months.`,
    );
    expect((await sendPrompt(other, 'How long is the notice period?', { doc })).status).toBe(200);
    expect(upstream.requests.at(-1)!.raw).toContain(`${first === 'now' ? 'five' : 'six'} months`);
  });

  it("finish each other's jobs with either worker, and deliver them once", async () => {
    const [ofEarlier, ofNow] = [new JobClient(before, receiver), new JobClient(now, receiver)];
    await isDelivered(ofEarlier);
    await isDelivered(ofNow);
    await worker.stop();
    await isDelivered(ofNow);
    await worker.start();
    await system.worker.stop();
    await isDelivered(ofEarlier);
    await system.worker.start();
  });

  it('leave files to the worker that anonymizes them, and delete them with their jobs', async () => {
    const resultFiles = async () => {
      const { rows } = await stores.db.query('SELECT FROM job_result_files');
      return rows.length;
    };
    await worker.stop();
    const jobId = await accepted(
      new JobClient(now, receiver).anonymizeFile('Write to ann@example.com', { lang: 'en' }),
    );
    // The worker of the earlier version has run this one, so it has seen the file.
    await isDelivered(new JobClient(before, receiver));
    expect((await before.get(`job/${jobId}`)).body).toMatchObject({
      type: 'file_anonymization',
      status: 'accepted',
    });
    await worker.start();
    const [{ body }] = await new JobClient(now, receiver).delivered(jobId);
    const { pathname, search } = new URL(String(body.file_url));
    expect((await now.get(pathname + search)).bytes.toString()).toBe('Write to [EMAIL_1]');
    expect(await resultFiles()).toBe(1);
    expect((await before.delete(`job/${jobId}`)).status).toBe(200);
    expect((await now.get(pathname + search)).status).toBe(404);
    await eventually(async () => expect(await resultFiles()).toBe(0));
  });

  it('work again alone, with the schema and the rows of this version', async () => {
    const { body } = await sendPrompt(now, PROMPT);
    await Promise.all([api.stop(), worker.stop(), system.api.stop(), system.worker.stop()]);
    await Promise.all([system.api.start(), system.worker.start()]);
    expect((await readHistory(before, body.session_id)).data.prompts[0]!.originalPrompt).toBe(PROMPT);
    expect((await sendPrompt(before, 'Thanks.', { chat_id: body.session_id })).status).toBe(200);
    await isDelivered(new JobClient(before, receiver));
  });
});
