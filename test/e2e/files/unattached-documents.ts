import { eventually } from '@app/testing';
import { sendPrompt } from '../../support/chat';
import { useApiAndWorker } from '../api-and-worker/scene';

const scene = useApiAndWorker();

describe('an unattached document', () => {
  it('is deleted after its retention time, while an attached one is not', async () => {
    const { api, system } = scene;
    const upload = async (text: string): Promise<string> => (await api.upload(text, 'a.txt')).body.data;
    const rows = async (query: string, id: string) => (await system.db.query(query, [id])).rows;
    const [unused, used] = [await upload('Anna'), await upload('Berta')];
    await sendPrompt(api, 'Hello', { doc: used });
    for (const id of [unused, used])
      await rows(`UPDATE documents SET created_at = now() - interval '1 day' WHERE id = $1`, id);
    await eventually(async () =>
      expect(await rows('SELECT FROM documents WHERE id = $1', unused)).toEqual([]),
    );
    expect(await rows('SELECT FROM documents WHERE id = $1', used)).toHaveLength(1);
    expect(await rows('SELECT FROM data_keys WHERE subject_id = $1', unused)).toEqual([]);
  });
});
