import { eventually } from '@app/testing';
import { acceptedUpload } from '../support/half-an-upload';
import { useStoppingScene } from '../support/stopping-scene';

/** Uploads that end in time: `test/e2e/outages/programs.ts`. */
describe('a program that stops during an upload', () => {
  const scene = useStoppingScene();
  const { half, count, arriving } = scene;
  beforeEach(() => scene.workerRuns());

  const nothingArrives = () => eventually(async () => expect(await count('job_audio')).toBe(0));

  it('reserves its Idempotency-Key no longer than a lease if it is killed', async () => {
    await nothingArrives();
    const key = { 'idempotency-key': 'killed-in-an-upload' };
    half(key);
    await arriving();
    await scene.system.api.stop('SIGKILL');
    await scene.system.api.start();
    const jobId = await eventually(async () => {
      const { request, rest, answer } = half(key);
      request.end(rest);
      return acceptedUpload(await answer);
    });
    await eventually(() => expect(scene.jobs.webhooksOf(jobId)).toHaveLength(1));
  });

  it('aborts the upload if it does not end in time, creates no job, and leaves no data', async () => {
    const jobs = await count('jobs');
    await nothingArrives();
    const { answer } = half();
    await arriving();
    expect(await scene.system.api.stop('SIGTERM')).toBe(0);
    await expect(answer).rejects.toThrow();
    expect(await count('jobs')).toBe(jobs);
    await nothingArrives();
  });
});
