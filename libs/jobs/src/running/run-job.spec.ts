import { newId, StoreUnavailable, type Transactions } from '@app/common';
import type { DataKey } from '@app/crypto';
import { Metrics, Tracing, type Log } from '@app/observability';
import type { QueueNotifier } from '@app/queue';
import type { JobsStore } from '../store/jobs.store';
import type { EndingJob, EndJobs } from './end-jobs';
import { type JobRunner, RunJob, type ClaimedJob } from './run-job';

const JOB: ClaimedJob = {
  id: newId(),
  organizationId: newId(),
  userId: newId(),
  type: 'anonymization',
  requestId: 'request',
  input: {},
  policyVersion: 0,
  key: {} as DataKey,
  webhookUrl: 'https://receiver.example/',
  traceparent: undefined,
  ageMs: 0,
  attempts: 1,
};

/** Runs a job, and returns what happened in order. */
async function run(runner: Omit<JobRunner, 'type'>, keepsLease = true): Promise<unknown[]> {
  const steps: unknown[] = [];
  const note = (...step: unknown[]): void => void steps.push(step);
  const metrics = new Metrics();
  const runJob = new RunJob(
    { maxAttempts: 3 } as never,
    {
      retryLater: async () => note('retry'),
      setAside: async () => note('set aside'),
    } as unknown as JobsStore,
    { runFor: (_: unknown, work: (tx: object) => unknown) => work({}) } as unknown as Transactions,
    {
      execute: async (_: unknown, jobs: readonly EndingJob[]) => {
        for (const { outcome } of jobs) note('end', outcome.status);
        return new Set(keepsLease ? jobs.map(({ id }) => id) : []);
      },
    } as unknown as EndJobs,
    {
      notify: (queue: string) => note('notify', queue),
      notifyLater: (queue: string) => note('notify later', queue),
    } as unknown as QueueNotifier,
    {
      error: (event: string, error: Error) => note(event, error.message),
      upkeep: (event: string, error: Error) => note(event, error.message),
      info: () => {},
      debug: () => {},
    } as unknown as Log,
    new Tracing({ endpoint: undefined }, metrics),
    metrics,
  );
  await runJob.execute(JOB, { type: 'anonymization', ...runner }, new AbortController().signal);
  return steps;
}

describe('a job that has ended', () => {
  it.each([
    ['rejects', () => Promise.reject(new Error('away'))],
    [
      'throws',
      () => {
        throw new Error('away');
      },
    ],
  ])('is not run again, and its webhook is sent, if the cleanup of its runner %s', async (_, ended) => {
    expect(await run({ run: async () => ({}), ended })).toEqual([
      ['end', 'completed'],
      ['notify', 'webhook-delivery'],
      ['job.after_end', 'away'],
    ]);
  });
});

describe('a job that a store is unavailable for', () => {
  it('is set aside, which counts no attempt', async () => {
    const away = async (): Promise<never> => {
      throw new Error('The recording cannot be read', { cause: new StoreUnavailable('away') });
    };
    expect(await run({ run: away })).toEqual([['set aside']]);
  });
});

describe('a run that lost its job to another worker', () => {
  it('deletes the file that it wrote, and leaves the upload to the other run', async () => {
    const deleted: string[] = [];
    const steps = await run(
      {
        run: async (_, { onFile }) => {
          onFile({ note: {}, discard: async () => void deleted.push('file') });
          return {};
        },
        ended: async () => void deleted.push('upload'),
      },
      false,
    );
    expect(steps).toEqual([['end', 'completed']]);
    expect(deleted).toEqual(['file']);
  });
});
