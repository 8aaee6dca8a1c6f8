import { Readable } from 'node:stream';
import { newId, type Owner } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { JobFiles, JobFilesRegistry } from './job-files';
import { JobsModule } from './jobs.module';
import { DeleteJob } from './owner/delete-job';
import { EraseJobs } from './owner/erase-jobs';
import { ExportJobs } from './owner/export-jobs';
import { JobFailure, type JobRunner } from './running/job-runner';
import { JobSlots } from './running/job-slots';
import { RunJob } from './running/run-job';
import type { JobType } from './store/jobs.entities';
import { AcceptJob } from './submission/accept-job';
import { Retention } from './upkeep/retention';

jest.setTimeout(120_000);

describe('a type of job with files', () => {
  let context: ServiceContext;
  let deleted: string[];
  let sweeps: number;

  class Recordings extends JobFiles {
    readonly type = 'transcription';

    async delete(jobId: string): Promise<void> {
      deleted.push(jobId);
    }
    of = () => ({ audio: async () => Readable.from(['sound']) });
    async sweep(): Promise<void> {
      sweeps += 1;
    }
  }

  beforeAll(async () => {
    context = await startContext([JobsModule]);
    part(JobFilesRegistry).add(new Recordings());
  });
  beforeEach(async () => {
    [deleted, sweeps] = [[], 0];
    await context.db.query('TRUNCATE jobs, job_turns');
  });
  afterAll(() => context?.stop());

  const part = <T>(type: new (...args: never[]) => T): T => context.app.get<T>(type, { strict: false });
  const newOwner = (): Owner => ({ organizationId: newId(), userId: newId() });
  async function accepted(owner: Owner, type: JobType): Promise<string> {
    const webhookUrl = 'https://receiver.example/';
    const { jobId } = await part(AcceptJob).execute({ owner, type, input: {}, webhookUrl, policyVersion: 0 });
    return jobId;
  }

  it('has them deleted when the owner deletes the job', async () => {
    const owner = newOwner();
    await part(DeleteJob).execute(await accepted(owner, 'anonymization'), owner);
    expect(deleted).toEqual([]);
    const id = await accepted(owner, 'transcription');
    await part(DeleteJob).execute(id, owner);
    expect(deleted).toEqual([id]);
  });

  it('has them deleted when all jobs of the user are erased', async () => {
    const owner = newOwner();
    await accepted(owner, 'anonymization');
    const id = await accepted(owner, 'transcription');
    await part(EraseJobs).execute(owner);
    expect(deleted).toEqual([id]);
  });

  it('has them exported by name while the job is not finished', async () => {
    const owner = newOwner();
    await accepted(owner, 'anonymization');
    await accepted(owner, 'transcription');
    const names: string[][] = [];
    for await (const { files = {} } of part(ExportJobs).execute(owner)) names.push(Object.keys(files));
    expect(names).toEqual([[], ['audio']]);
  });

  it('has them swept with the retention of jobs', async () => {
    await part(Retention).execute();
    expect(sweeps).toBe(1);
  });

  it.each([
    ['once, when the job is completed', [() => ({})], ['id']],
    [
      'once, when the job fails permanently',
      [() => failWith(new JobFailure('no_words', 'No words'))],
      ['id'],
    ],
    ['not at all, while the job waits for a retry', [() => failWith(new Error('away'))], []],
    ['once, when a retry completes the job', [() => failWith(new Error('away')), () => ({})], ['id']],
  ])('has its runner’s `ended` called %s', async (_, runs, told) => {
    const ended: string[] = [];
    const run = [...runs];
    const runner: JobRunner = {
      type: 'transcription',
      run: async () => run.shift()!(),
      ended: async (jobId) => void ended.push(jobId),
    };
    const work = part(JobSlots).open(runner, 1);
    const id = await accepted(newOwner(), 'transcription');
    for (const _run of runs) {
      await context.db.query('UPDATE jobs SET available_at = now()');
      const [job] = await work.claim(1);
      await part(RunJob).execute(job!, runner, new AbortController().signal);
    }
    expect(ended).toEqual(told.map(() => id));
  });
});

function failWith(error: Error): never {
  throw error;
}
