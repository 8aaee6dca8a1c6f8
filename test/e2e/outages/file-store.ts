import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { sendPrompt } from '../../support/chat';
import { accepted } from '../../support/jobs';
import { SPEECH } from '../../support/half-an-upload';
import { upload } from '../../support/running-system';
import { useStoppingScene } from '../../support/stopping-scene';

const scene = useStoppingScene();

/** A volume that is not mounted leaves an empty folder, or none (contract: Addresses and the envelope). */
describe('while the folder of files is not that of the installation', () => {
  const folder = () => join(scene.system.dataDir, 'blobs');
  const parked = () => join(scene.system.dataDir, 'parked');
  const withoutToken = () => new ApiClient(scene.system);
  const health = async () => (await withoutToken().get<Record<string, unknown>>('/health/ready')).body;
  const metrics = async (): Promise<string> => (await withoutToken().get('/metrics')).bytes.toString();
  const askAbout = (doc: string) => sendPrompt(scene.jobs.api, 'How long is the notice period?', { doc });
  const checked = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await scene.system.cli(['files', 'check', '--json'])) as Record<string, unknown>;
  let documentId: string;

  beforeAll(async () => {
    documentId = await upload(scene.jobs.api, 'a.txt', 'The notice period is three months.');
  });

  it('requests with files are a 503, all others go on, and no accepted job is lost', async () => {
    await scene.system.worker.stop();
    const jobId = await accepted(scene.jobs.transcribe(SPEECH));
    await rename(folder(), parked());
    try {
      for (const refused of [
        await scene.jobs.api.upload('another text', 'b.txt'),
        await scene.jobs.transcribe(SPEECH),
        await scene.jobs.anonymizeFile('Write to ann@example.com'),
        await askAbout(documentId),
      ]) {
        expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await expect(readdir(folder())).rejects.toMatchObject({ code: 'ENOENT' });
      await eventually(async () => expect(await health()).toMatchObject({ status: 'ready', files: 'down' }));
      expect(await metrics()).toMatch(/^store_up\{store="files"\} 0$/m);
      expect(scene.system.api.output).toMatch(/"event":"store.away","store":"files",.*"reason":"unmarked"/);
      expect((await sendPrompt(scene.jobs.api, 'Write to ann@example.com')).status).toBe(200);

      await scene.system.worker.start();
      // The worker has tried the job, and the attempt does not count.
      await eventually(async () => {
        const { rows } = await scene.system.db.query(
          'SELECT attempts FROM jobs WHERE id = $1 AND available_at > created_at AND lease_owner IS NULL',
          [jobId],
        );
        expect(rows).toEqual([{ attempts: 0 }]);
      });
    } finally {
      await rename(parked(), folder());
    }
    await eventually(async () => expect(await health()).toMatchObject({ files: 'up' }));
    const [{ body }] = await scene.jobs.delivered(jobId);
    expect(body).toMatchObject({ status: 'completed' });
    expect((await askAbout(documentId)).status).toBe(200);
    expect(await checked()).toMatchObject({ missing: 0, orphaned: 0 });
  });

  it('a single missing file is logged, counted, and found by a check', async () => {
    const lost = await upload(scene.jobs.api, 'c.txt', 'The notice period is four months.');
    await rm(join(folder(), 'documents', lost, 'text'));
    expect((await askAbout(lost)).status).toBe(404);
    expect(scene.system.api.output).toMatch(
      new RegExp(`"level":50.*"event":"storage.blob_missing".*"file":"documents/${lost}/text"`),
    );
    expect(await metrics()).toMatch(/^blobs_missing_total 1$/m);
    expect(await health()).toMatchObject({ files: 'up' });
    await expect(checked()).rejects.toThrow(`documents/${lost}/text`);
    await scene.jobs.api.delete(`document/${lost}`);
  });
});
