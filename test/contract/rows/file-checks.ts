import { UUID, expectFailure, expectProtected, expectRequired, type Checks } from '../check';
import { ADDRESS, PNG, type Scene } from '../scene';

const upload = (scene: Scene, name: string | undefined, body = 'A text.') =>
  scene.call('POST', 'upload', {
    body,
    headers: { 'content-type': 'text/plain', ...(name !== undefined && { 'file-name': name }) },
  });
const generate = (scene: Scene, body: Record<string, unknown>) =>
  scene.call('POST', 'generate-image', { body });

/** Checks of documents and images. */
export const FILE_CHECKS = {
  'service / files': (_, { chatWithFile }) =>
    expect(chatWithFile.body.replaced_response).toContain('The contract was signed by'),
  'service / images': (_, { image }) => expect(image.status).toBe(200),

  'endpoint / upload': async (scene, { upload: first, chatWithFile }) => {
    expect([first.status, first.body.data]).toEqual([200, expect.stringMatching(UUID)]);
    expect(chatWithFile.status).toBe(200);
    await expectProtected(scene, 'POST', 'upload', { body: 'A text.' });
  },
  'upload / File-Name': async (scene) => {
    for (const name of ['a.txt', 'Vertrag%20M%C3%BCller.md', '../../etc/a.txt', 'C:\\a.json.txt'])
      expect((await upload(scene, name)).status).toBe(200);
    expectFailure(await upload(scene, undefined), 400);
    const form = new FormData();
    form.append('file', new Blob(['A text.']), 'named-by-its-part.txt');
    expect((await scene.call('POST', 'upload', { body: form })).status).toBe(200);
  },
  'error / upload, invalid file': async (scene) => {
    for (const [name, body] of [
      ['a.txt', ''],
      ['a.txt', ' \n'],
      ['a.exe', 'MZ'],
      ['a.pdf', 'no PDF'],
      ['a.docx', 'PK'],
      ['a.json', '{'],
    ] as const) {
      const answer = await upload(scene, name, body);
      expectFailure(answer, 400);
      expect(answer.body.message).toMatch(/^Invalid file: ./);
    }
  },

  'image result / chat_id': async (scene, { image }) => {
    expect(image.body.chat_id).toMatch(UUID);
    const { body } = await scene.call('GET', `history/${String(image.body.chat_id)}`);
    expect(body.data).toMatchObject({ prompts: [{ responseType: 'image' }] });
  },
  'image result / image_url': async (scene, { image }) => {
    expect(Object.keys(image.body).sort()).toEqual(['chat_id', 'image_url']);
    const { headers, bytes } = await scene.call('GET', String(image.body.image_url), { user: null });
    expect(headers.get('content-type')).toBe('image/png');
    expect(bytes).toEqual(PNG);
  },
  'endpoint / generate-image': async (scene, { image }) => {
    expect(image.status).toBe(200);
    expect(scene.imagePrompts.join()).not.toContain(ADDRESS);
    await expectProtected(scene, 'POST', 'generate-image');
  },
  'generate-image / chat_id': async (scene, { image }) => {
    const { chat_id } = image.body;
    expect((await generate(scene, { prompt: 'Once more', chat_id })).body.chat_id).toBe(chat_id);
    for (const none of ['', null, undefined])
      expect((await generate(scene, { prompt: 'A tree', chat_id: none })).body.chat_id).not.toBe(chat_id);
  },
  'generate-image / prompt': (scene) =>
    expectRequired(scene, 'generate-image', { prompt: 'A tree' }, 'prompt'),
  'error / generate-image': async (scene) => {
    for (const prompt of ['', ' \n', 'x'.repeat(4_001)])
      expectFailure(await generate(scene, { prompt }), 400, 'prompt');
    for (const chat_id of ['x', '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10'])
      expectFailure(await generate(scene, { prompt: 'A tree', chat_id }), 400, 'chat_id');
  },
} satisfies Checks;
