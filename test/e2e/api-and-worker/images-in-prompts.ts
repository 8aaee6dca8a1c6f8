import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiClient } from '../../support/api-client';
import { aPrompt } from '../../support/chat';
import { useApiAndWorker } from './scene';

const FIXTURES = join(__dirname, '../../fixtures/files');
const scene = useApiAndWorker();
let api: ApiClient;
let png: Buffer;

const urlOf = (content: Buffer): string => `data:image/png;base64,${content.toString('base64')}`;
const govern = async (policy: object): Promise<void> => {
  const { body } = await api.get<{ data: { version: number } }>('/admin/v1/policy');
  const headers = { 'if-match': `"${body.data.version}"` };
  expect(await api.call('PUT', '/admin/v1/policy', { body: policy, headers })).toMatchObject({ status: 200 });
};
/** Returns the pictures in the last request that the model server received. */
const sentPictures = (): Buffer[] =>
  [...scene.upstream.requests.at(-1)!.raw.matchAll(/data:image\/png;base64,([A-Za-z0-9+/=]+)/g)].map(
    ([, base64]) => Buffer.from(base64!, 'base64'),
  );
/** Returns the words of a picture, read by the service itself. */
async function wordsOf(picture: Buffer): Promise<string> {
  const { data: id } = (await api.upload(picture, 'sent.png')).body;
  const asked = { prompt: 'x', lang: 'de', choices: ['Names'], docs: [id] };
  return (await api.post<{ docs: { text: string }[] }>('preview', asked)).body.docs[0]!.text;
}
const complete = (content: object[]) =>
  api.post<{ error: { code: string; param: string } }>('openai/v1/chat/completions', {
    model: 'test-model',
    messages: [{ role: 'user', content }],
  });

beforeAll(async () => {
  api = new ApiClient(scene.system, await scene.system.user({ role: 'admin' }));
  png = await readFile(join(FIXTURES, 'png/screenshot-narrow.png'));
  await govern({ images: 'read' });
});

describe('an image in a prompt, if the policy is to read images', () => {
  it('is sent at the gateway with its values painted over, with the replacements of the texts', async () => {
    const text = { type: 'text', text: 'What does Katharina Brüggemann want?' };
    const answer = await complete([text, { type: 'image_url', image_url: { url: urlOf(png) } }]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-protection')).toBe('some');
    const [picture] = sentPictures();
    const words = await wordsOf(picture!);
    expect(words).not.toMatch(/Brüggemann/i);
    expect(words.length).toBeGreaterThan(50);
  });

  it('is sent with a chat, and belongs to it like a document', async () => {
    const { data: id } = (await api.upload(png, 'letter of Brüggemann.png')).body;
    const { status, body } = await api.post<{ session_id: string }>(
      'chat',
      aPrompt('What does the letter want?', { images: [id], choices: ['All'] }),
    );
    expect(status).toBe(200);
    const [picture] = sentPictures();
    expect(picture).not.toEqual(png);
    const { body: history } = await api.get<{ data: { prompts: object[] } }>(
      `history/${body.session_id}?include=restored,replacements`,
    );
    expect(history.data.prompts).toMatchObject([
      { docs: [id], sentBeside: { images: 1 }, protection: 'some' },
    ]);
    await api.post('chat', aPrompt('And what else?', { chat_id: body.session_id, choices: ['All'] }));
    expect(sentPictures()).toEqual([]);
    expect(scene.upstream.requests.at(-1)!.raw).toContain('[Read by OCR]');
    expect(scene.upstream.requests.at(-1)!.raw).not.toContain('Brüggemann');
  });

  it('is 400 image_unreadable if it has no words, and nothing is sent', async () => {
    const before = scene.upstream.requests.length;
    const url = urlOf(await readFile(join(FIXTURES, 'png/blank.png')));
    const { status, body } = await complete([{ type: 'image_url', image_url: { url } }]);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { code: 'image_unreadable', param: 'messages[0].content[0].image_url.url' } },
    });
    expect(scene.upstream.requests).toHaveLength(before);
  });

  it('is blocked like a text, if the policy blocks a kind in it', async () => {
    await govern({ images: 'read', modes: { Emails: 'block' } });
    const before = scene.upstream.requests.length;
    const { status, body } = await complete([{ type: 'image_url', image_url: { url: urlOf(png) } }]);
    await govern({ images: 'read' });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
    expect(scene.upstream.requests).toHaveLength(before);
  });

  it('is refused in a chat if the policy refuses images, and stored only while it does not', async () => {
    const { data: kept } = (await api.upload(png, 'a.png')).body;
    await govern({ images: 'refused' });
    const { data: textAlone } = (await api.upload(png, 'a.png')).body;
    const refused = await api.post('chat', aPrompt('What is it?', { images: [kept] }));
    await govern({ images: 'read' });
    const unknown = await api.post('chat', aPrompt('What is it?', { images: [textAlone] }));
    for (const { status, body } of [refused, unknown])
      expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ field: 'images' }] } });
  });
});
