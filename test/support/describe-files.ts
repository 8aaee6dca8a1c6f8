import { startSystem, startUpstream, type TestSystem, type Upstream } from '@app/testing';
import { ApiClient } from './api-client';
import { sendPrompt } from './chat';
import type { FileStore } from './file-stores';

/** What becomes of a user's files, wherever they are kept. */
export function describeFiles(place: string, startStore: () => Promise<FileStore>): void {
  describe(`files in ${place}`, () => {
    let store: FileStore;
    let upstream: Upstream;
    let system: TestSystem;
    let api: ApiClient;

    beforeAll(async () => {
      store = await startStore();
      upstream = await startUpstream();
      system = await startSystem({ LLM_BASE_URL: upstream.baseUrl, ...store.env }, ['api']);
      api = new ApiClient(system, await system.user());
    });
    afterAll(async () => {
      await store.stop(system.dataDir);
      await system.stop();
      await upstream.stop();
    });

    it('are written, read in a chat, and deleted with it', async () => {
      const { data: doc } = (await api.upload('The notice period is three months.', 'a.txt')).body;
      expect(await store.names(system.dataDir)).toEqual([`documents/${doc}/text`]);
      const { body } = await sendPrompt(api, 'How long is the notice period?', { doc });
      expect(upstream.requests.at(-1)!.raw).toContain('three months');
      expect((await api.delete(`delete-session/${body.session_id}`)).status).toBe(200);
      expect(await store.names(system.dataDir)).toEqual([]);
    });

    it('are a 503 while the store is away, a deletion too, and then nothing is left', async () => {
      const { body: chat } = await sendPrompt(api, 'Hello');
      await store.stop(system.dataDir);
      expect((await api.delete(`delete-session/${chat.session_id}`)).status).toBe(503);
      expect((await system.db.query('SELECT FROM chats')).rows).toEqual([]);
      expect((await system.db.query('SELECT FROM tombstones')).rows).toHaveLength(2);
      const response = await api.upload('Hans', 'a.txt');
      expect(response.status).toBe(503);
      expect(response.body).toMatchObject({ success: false, response_code: 503 });
      expect((await system.db.query('SELECT FROM documents')).rows).toEqual([]);
    });
  });
}
