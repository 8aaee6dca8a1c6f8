import { eventually } from '@app/testing';
import { acceptedUpload } from '../support/half-an-upload';
import type { UploadPath } from '../support/half-an-upload';
import { localFiles } from '../support/local-files';
import { useStoppingScene } from '../support/stopping-scene';

/** Uploads that end in time: `test/e2e/outages/programs.ts`. */
describe('a program that stops during an upload', () => {
  const scene = useStoppingScene();
  const { half, count, arriving } = scene;
  beforeEach(() => scene.workerRuns());

  const nothingArrives = () => eventually(async () => expect(await count('job_audio')).toBe(0));

  /** Returns the files of jobs, except those of results. */
  const uploads = async () =>
    (await localFiles(scene.system.dataDir)).filter((name) => /^jobs\/.*\/audio$/.test(name));

  it.each<UploadPath>(['job/transcribe', 'job/anonymize-file'])(
    'leaves nothing of an upload to %s if it is killed, and reserves its Idempotency-Key no longer than a lease',
    async (path) => {
      await nothingArrives();
      const key = { 'idempotency-key': 'killed-in-an-upload' };
      half(key, path);
      await arriving();
      await scene.system.api.stop('SIGKILL');
      await scene.system.api.start();
      const jobId = await eventually(async () => {
        const { request, rest, answer } = half(key, path);
        request.end(rest);
        return acceptedUpload(await answer);
      });
      await eventually(() => expect(scene.jobs.webhooksOf(jobId)).toHaveLength(1));
      await nothingArrives();
      await eventually(async () => expect(await uploads()).toEqual([]));
    },
  );

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
