import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { newId, type Owner } from '@app/common';
import { AcceptUpload, JobUploads, ReceiveUpload, ResultFiles } from '@app/job-files';
import { JobFailure, JobSlots, type JobRunner, type JobType } from '@app/jobs';
import { startContext, type ServiceContext } from '@app/testing';
import { DeleteJob } from './delete-job';
import { EraseJobs } from './erase-jobs';
import { ExpireJobs } from './expire-jobs';
import { ExportJobs } from './export-jobs';
import { JobRecordsModule } from './job-records.module';
import { OwnJob } from './own-job';

const TYPE = 'file_anonymization';
const FILE = { name: '[NAME_1].csv', mediaType: 'text/csv', content: Buffer.from('name;[NAME_1]') };

let context: ServiceContext;
let owner: Owner;

beforeAll(async () => {
  context = await startContext([JobRecordsModule]);
});
beforeEach(async () => {
  owner = { organizationId: newId(), userId: newId() };
  await context.db.query('TRUNCATE jobs, job_turns, job_audio, job_result_files, data_keys');
  await rm(join(context.dataDir, 'blobs/jobs'), { recursive: true, force: true });
});
afterAll(() => context?.stop());

/** Accepts a job with an upload. */
async function accepted(type: JobType = TYPE): Promise<string> {
  const content = Readable.from([Buffer.from('content')]);
  const upload = await context.get(ReceiveUpload).execute({ owner, type, content, maxBytes: 100 });
  const job = { owner, type, input: {}, webhookUrl: 'poll:', policyVersion: 0 };
  return (await context.get(AcceptUpload).execute(upload, job)).jobId;
}

/** Runs the waiting job once, and deletes its upload when it has ended, as the runners of this type do. */
async function run(work: JobRunner['run']): Promise<void> {
  await context.db.query('UPDATE jobs SET available_at = now(), lease_until = NULL');
  const runner: JobRunner = { type: TYPE, run: work, ended: ({ id }) => context.get(JobUploads).delete(id) };
  await context.get(JobSlots).open(runner, 1).wake();
}

const withFile: JobRunner['run'] = async ({ key }, running) => ({
  ...(await context.get(ResultFiles).add(key, FILE, running)),
  report: { values: {} },
});

async function resultOf(id: string): Promise<{ file_url: string; report: object }> {
  return JSON.parse(await context.get(OwnJob).result(id, owner)) as { file_url: string; report: object };
}

const linkOf = (id: string, address: string) => {
  const { searchParams } = new URL(address);
  return { id, expires: searchParams.get('expires')!, signature: searchParams.get('signature')! };
};
const blobs = async (): Promise<number> => {
  const files = await readdir(join(context.dataDir, 'blobs/jobs'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return files.filter((entry) => entry.isFile()).length;
};
const rows = async () => {
  const { rows: found } = await context.db.query(
    `SELECT (SELECT count(*)::int FROM job_audio) AS uploads,
       (SELECT count(*)::int FROM job_result_files) AS results`,
  );
  return found[0] as { uploads: number; results: number };
};
const NOTHING = { uploads: 0, results: 0 };

describe('the upload of a job', () => {
  it.each([
    ['is deleted when the job is completed', async () => ({})],
    ['is deleted when the job fails permanently', () => Promise.reject(new JobFailure('invalid_file', 'no'))],
  ])('%s', async (_, work) => {
    await accepted();
    await run(work);
    expect([await rows(), await blobs()]).toEqual([NOTHING, 0]);
  });

  it('is kept while the job waits for a retry', async () => {
    await accepted();
    await run(() => Promise.reject(new Error('away')));
    expect([await rows(), await blobs()]).toEqual([{ uploads: 1, results: 0 }, 1]);
  });

  it('is deleted when the owner deletes the job, and when the user is erased', async () => {
    await context.get(DeleteJob).execute(await accepted(), owner);
    expect([await rows(), await blobs()]).toEqual([NOTHING, 0]);
    await accepted('transcription');
    await context.get(EraseJobs).execute(owner);
    expect([await rows(), await blobs()]).toEqual([NOTHING, 0]);
  });

  it.each([
    ['transcription', 'audio'],
    [TYPE, 'file'],
  ] as const)('of a job of type %s is exported as %s until the job ends', async (type, name) => {
    await accepted(type);
    for await (const { files = {} } of context.get(ExportJobs).execute(owner)) {
      expect(Object.keys(files)).toEqual([name]);
      expect(await text(await files[name]!())).toBe('content');
    }
  });

  it('that a crash left after the end of its job is swept', async () => {
    const id = await accepted();
    await context.db.query(`UPDATE jobs SET status = 'failed', finished_at = now() WHERE id = $1`, [id]);
    await context.get(ExpireJobs).execute();
    expect([await rows(), await blobs()]).toEqual([NOTHING, 0]);
  });
});

describe('the file that a job returns', () => {
  async function completed(): Promise<string> {
    const id = await accepted();
    await run(withFile);
    return id;
  }

  it('is opened by the link in the result, which is a new one each time', async () => {
    const id = await completed();
    const { file_url: address, report } = await resultOf(id);
    expect(report).toEqual({ values: {} });
    const { content, ...file } = await context.get(ResultFiles).open(linkOf(id, address));
    expect(file).toMatchObject({ name: '[NAME_1].csv', mediaType: 'text/csv', bytes: FILE.content.length });
    expect(await buffer(content)).toEqual(FILE.content);
    const { rows: stored } = await context.db.query('SELECT result_file::text AS sealed FROM jobs');
    expect(Buffer.from((stored[0] as { sealed: string }).sealed.slice(2), 'hex').toString()).not.toContain(
      'csv',
    );
  });

  it('is not opened by a link to another job, or with another signature', async () => {
    const id = await completed();
    const link = linkOf(id, (await resultOf(id)).file_url);
    for (const forged of [
      { ...link, id: newId() },
      { ...link, signature: 'x' },
      { ...link, expires: '0' },
    ])
      await expect(context.get(ResultFiles).open(forged)).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    [
      'the owner deletes the job',
      async (id: string) => void (await context.get(DeleteJob).execute(id, owner)),
    ],
    ['the user is erased', async () => void (await context.get(EraseJobs).execute(owner))],
    [
      'the result is deleted after its retention, by any version',
      async () => void (await context.db.query('DELETE FROM data_keys')),
    ],
  ])('is deleted when %s', async (_, end) => {
    const id = await completed();
    const link = linkOf(id, (await resultOf(id)).file_url);
    expect(await blobs()).toBe(1);
    await end(id);
    await expect(context.get(ResultFiles).open(link)).rejects.toMatchObject({ code: 'not_found' });
    await context.get(ExpireJobs).execute();
    expect([await rows(), await blobs()]).toEqual([NOTHING, 0]);
  });

  it('is that of the attempt that ended the job, even if a late attempt writes another', async () => {
    const id = await accepted();
    await run(async ({ key }, running) => {
      // Its lease expires, and another worker completes the job.
      await run(withFile);
      return context.get(ResultFiles).add(key, { ...FILE, content: Buffer.from('late') }, running);
    });
    const { content } = await context.get(ResultFiles).open(linkOf(id, (await resultOf(id)).file_url));
    expect(await buffer(content)).toEqual(FILE.content);
    expect(await blobs()).toBe(1);
  });
});
