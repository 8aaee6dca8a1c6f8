import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendPrompt } from '../../support/chat';
import { useApi } from './scene';

const scene = useApi();

const folder = () => join(scene.system.dataDir, 'blobs');

/** Files in an S3-compatible store: `test/long/files-in-s3.e2e-spec.ts`. */
describe('files in a folder', () => {
  it('are written, read in a chat, and deleted with it', async () => {
    const { data: doc } = (await scene.api.upload('The notice period is three months.', 'a.txt')).body;
    expect(await readdir(join(folder(), 'documents', doc))).toEqual(['text']);
    const { body } = await sendPrompt(scene.api, 'How long is the notice period?', { doc });
    expect(scene.upstream.requests.at(-1)!.raw).toContain('three months');
    expect((await scene.api.delete(`delete-session/${body.session_id}`)).status).toBe(200);
    expect(await readdir(join(folder(), 'documents'))).not.toContain(doc);
  });

  it('answer 503 while the store is unavailable, also to a deletion, and leave nothing afterwards', async () => {
    const { body: chat } = await sendPrompt(scene.api, 'Hello');
    const { organizationId } = scene.user;
    const rows = async (table: 'chats' | 'documents') =>
      (await scene.system.db.query(`SELECT FROM ${table} WHERE organization_id = $1`, [organizationId])).rows;
    // A file in place of the folder makes the store unavailable.
    await rename(folder(), `${folder()}-away`);
    await writeFile(folder(), '');
    try {
      expect((await scene.api.delete(`delete-session/${chat.session_id}`)).status).toBe(503);
      expect(await rows('chats')).toEqual([]);
      const tombstones = 'SELECT FROM tombstones WHERE id = $1';
      expect((await scene.system.db.query(tombstones, [chat.session_id])).rows).toHaveLength(2);
      const response = await scene.api.upload('Hans', 'a.txt');
      expect(response.status).toBe(503);
      expect(response.body).toMatchObject({ success: false, response_code: 503 });
      expect(await rows('documents')).toEqual([]);
    } finally {
      await rm(folder());
      await rename(`${folder()}-away`, folder());
    }
  });
});
