import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newId, Transactions, type Owner } from '@app/common';
import type { DataKey } from '@app/crypto';
import { AcceptJob, type JobType } from '@app/jobs';
import { eventually, startContext, type ServiceContext } from '@app/testing';
import { Arrivals } from './arrivals';
import { JobFilesModule } from './job-files.module';
import { JobUploads } from './job-uploads';

describe('Arrivals', () => {
  const begun: DataKey[] = [];
  const owner = { organizationId: newId(), userId: newId() };
  let dataDir: string;
  let context: ServiceContext;
  let arrivals: Arrivals;
  let uploads: JobUploads;
  let accept: AcceptJob;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'privacy-chat-arrivals-'));
    context = await startContext([JobFilesModule], { DATA_DIR: dataDir, JOB_LEASE: '1h' });
    [arrivals, uploads, accept] = [Arrivals, JobUploads, AcceptJob].map((part) =>
      context.app.get(part as never, { strict: false }),
    ) as [Arrivals, JobUploads, AcceptJob];
  });
  beforeEach(async () => {
    await context.db.query('TRUNCATE jobs, job_audio, data_keys');
    await rm(join(dataDir, 'blobs/jobs'), { recursive: true, force: true });
  });
  afterEach(() => Promise.all(begun.splice(0).map(({ subjectId }) => arrivals.discard(subjectId))));
  afterAll(async () => {
    await context?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function begin(
    idempotencyKey?: string,
    by: Owner = owner,
    type: JobType = 'transcription',
  ): Promise<DataKey> {
    const key = await arrivals.begin(by, type, idempotencyKey);
    begun.push(key);
    return key;
  }
  /** Receives a complete recording that has no job yet. */
  async function received(idempotencyKey?: string): Promise<DataKey> {
    const key = await begin(idempotencyKey);
    await uploads.write(key, Readable.from([Buffer.from('sound')]), { maxBytes: 100 });
    return key;
  }
  const become = ({ subjectId: id }: DataKey) =>
    accept.execute({
      stored: { id, claim: (tx) => arrivals.claim(tx, id) },
      owner,
      type: 'transcription',
      input: {},
      webhookUrl: 'https://receiver.example/',
      policyVersion: 0,
    });
  /** Simulates that its process was killed so long ago that its lease has expired. */
  const lapse = () => context.db.query(`UPDATE job_audio SET arriving_until = now() - interval '1 second'`);
  const left = async () => {
    const { rows } = await context.db.query<{ audio: number; keys: number }>(
      'SELECT (SELECT count(*)::int FROM job_audio) AS audio, (SELECT count(*)::int FROM data_keys) AS keys',
    );
    const files = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
    return {
      ...rows[0]!,
      files: files.filter((entry) => entry.isFile() && entry.name !== '.installation').length,
    };
  };
  const nothing = { audio: 0, keys: 0, files: 0 };

  it('reserves an Idempotency-Key for one upload at a time, per user and type of job', async () => {
    const first = await received('k');
    await expect(begin('k')).rejects.toMatchObject({ code: 'conflict' });
    await begin('k', { ...owner, userId: newId() });
    await begin('k', owner, 'file_anonymization');
    await expect(begin('k', owner, 'file_anonymization')).rejects.toMatchObject({ code: 'conflict' });
    await arrivals.discard(first.subjectId);
    await begin('k');
  });

  it('releases the key of a killed process’s upload when its lease has expired', async () => {
    await begin('k');
    await lapse();
    await begin('k');
    await expect(begin('k')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('deletes what a killed process left, but nothing that is arriving or has become a job', async () => {
    await received();
    await lapse();
    const arriving = await received();
    await become(await received());
    await arrivals.sweep();
    expect(await left()).toEqual({ audio: 2, keys: 2, files: 2 });
    await become(arriving);
    expect((await context.db.query('SELECT FROM jobs')).rows).toHaveLength(2);
  });

  it('creates no job for a recording that was deleted in the meantime, and says what to do', async () => {
    const late = await received();
    await lapse();
    await arrivals.sweep();
    await expect(become(late)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('send it again'),
    });
    expect((await context.db.query('SELECT FROM jobs')).rows).toEqual([]);
    await arrivals.discard(late.subjectId);
    expect(await left()).toEqual(nothing);
  });

  it("keeps the recording of a job that was accepted although the commit's response was lost", async () => {
    const key = await received();
    await become(key);
    await arrivals.discard(key.subjectId);
    expect(await left()).toEqual({ audio: 1, keys: 1, files: 1 });
  });

  it('leaves no row if the claim fails', async () => {
    const key = await received('k');
    const failing = context.get(Transactions).run(async (tx) => {
      await arrivals.claim(tx, key.subjectId);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await arrivals.discard(key.subjectId);
    expect(await left()).toEqual(nothing);
  });

  it('deletes aborted uploads before the stores close', async () => {
    const key = await received();
    let over = false;
    const leaving = arrivals.beforeApplicationShutdown().then(() => (over = true));
    await new Promise(setImmediate);
    expect(over).toBe(false);
    await arrivals.discard(key.subjectId);
    await leaving;
    expect(await left()).toEqual(nothing);
  });

  it('renews the lease of a recording until it has arrived', async () => {
    const quick = await startContext([JobFilesModule], { DATA_DIR: dataDir, JOB_LEASE: '200ms' });
    try {
      const receiving = quick.app.get(Arrivals, { strict: false });
      const { subjectId } = await receiving.begin(owner, 'transcription');
      const until = async () =>
        (await quick.db.query<{ at: Date }>('SELECT arriving_until AS at FROM job_audio')).rows[0]!.at;
      const first = await until();
      await eventually(async () => expect((await until()).getTime()).toBeGreaterThan(first.getTime() + 400));
      await receiving.discard(subjectId);
    } finally {
      await quick.stop();
    }
  });
});
