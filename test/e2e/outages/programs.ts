import { eventually } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { acceptedUpload } from '../../support/half-an-upload';
import { accepted } from '../../support/jobs';
import { useStoppingScene } from '../../support/stopping-scene';

const scene = useStoppingScene();

/**
 * SIGTERM during work: no work is lost, and finished work is not repeated (contract: Running it). Uploads that end too late, and
 * uploads to a process that is killed: `test/long/shutdown.e2e-spec.ts`.
 */
describe('a program that receives SIGTERM', () => {
  beforeEach(() => scene.workerRuns());

  const { half, arriving } = scene;
  const stopped = () =>
    eventually(async () => {
      const answer = await new ApiClient(scene.system).get('/health/live').catch(() => undefined);
      expect(answer).toBeUndefined();
    });
  const submit = (): Promise<string> => accepted(scene.jobs.anonymize());
  const attempts = async (jobId: string) =>
    (
      await scene.system.db.query<{ state: string; status_code: number }>(
        `SELECT d.state, a.status_code FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
         WHERE d.subject_id = $1`,
        [jobId],
      )
    ).rows;

  it('waits for the answer to a webhook that it sent, and does not send it again', async () => {
    let answer: (status: number) => void = () => undefined;
    scene.receiver.respond = () => new Promise((resolve) => (answer = resolve));
    const jobId = await submit();
    await eventually(() => expect(scene.jobs.webhooksOf(jobId)).toHaveLength(1));
    const before = scene.system.worker.output.length;
    const exit = scene.system.worker.stop('SIGTERM');
    await eventually(() => expect(scene.system.worker.output.slice(before)).toContain('shutdown.begun'));
    answer(204);
    expect(await exit).toBe(0);
    expect(await attempts(jobId)).toEqual([{ state: 'delivered', status_code: 204 }]);

    scene.receiver.respond = () => 204;
    await scene.system.worker.start();
    const next = await submit();
    await eventually(() => expect(scene.jobs.webhooksOf(next)).toHaveLength(1));
    expect(scene.jobs.webhooksOf(jobId)).toHaveLength(1);
  });

  it('completes an upload in progress', async () => {
    const { request, rest, answer } = half();
    await arriving();
    const exit = scene.system.api.stop('SIGTERM');
    await stopped();
    request.end(rest);
    const jobId = await acceptedUpload(await answer);
    expect(await exit).toBe(0);
    await eventually(() => expect(scene.jobs.webhooksOf(jobId)).toHaveLength(1));
    expect(scene.jobs.webhooksOf(jobId)[0]!.body).toMatchObject({ status: 'completed' });
  });
});
