import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiClient } from '../../support/api-client';
import { aPrompt } from '../../support/chat';
import { IMAGE_ANSWER } from '../../support/tenancy/belongings';
import { useApiAndWorker } from '../api-and-worker/scene';

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

describe('an image that is edited at the gateway', () => {
  const prompt = 'Make the letter of Katharina Brüggemann blue.';
  const formOf = (parts: readonly [string, Buffer, string][]): FormData => {
    const form = new FormData();
    form.set('prompt', prompt);
    for (const [name, content, type] of parts)
      form.append(name, new File([new Uint8Array(content)], `letter of Brüggemann.${type}`));
    return form;
  };
  const edit = (body: FormData | object) =>
    api.post<{ data?: object[]; error: { code: string; param: string } }>('openai/v1/images/edits', body);
  const sentForm = (): FormData => scene.upstream.requests.at(-1)!.form!;
  const fileOf = async (name: string): Promise<Buffer> =>
    Buffer.from(await (sentForm().get(name) as File).arrayBuffer());

  beforeEach(() => {
    scene.upstream.intercept = ({ path }, response) => {
      if (path.endsWith('/images/edits')) response.writeHead(200).end(IMAGE_ANSWER);
      return path.endsWith('/images/edits');
    };
  });
  afterAll(async () => {
    scene.upstream.intercept = undefined;
    await govern({ images: 'read' });
  });

  it('is sent with its values painted over, and a prompt with their replacements', async () => {
    await govern({ images: 'read' });
    const { status, body, headers } = await edit(formOf([['image', png, 'png']]));
    expect([status, body.data?.length, headers.get('x-protection')]).toEqual([200, 1, 'some']);
    const picture = await fileOf('image');
    expect(await wordsOf(picture)).not.toMatch(/Brüggemann/i);
    expect(sentForm().get('prompt')).not.toContain('Brüggemann');
    const { raw } = scene.upstream.requests.at(-1)!;
    expect(raw).not.toMatch(/Katharina|Brüggemann/);
  });

  it('is sent without metadata and names of files if the policy passes images', async () => {
    await govern({ images: 'passed' });
    const [metadata, photo] = await Promise.all(
      ['png/metadata.png', 'jpeg/exif-orientation.jpg'].map((name) => readFile(join(FIXTURES, name))),
    );
    expect(metadata!.includes('Katharina')).toBe(true);
    const answer = await edit(
      formOf([
        ['image[]', metadata!, 'png'],
        ['image[]', photo!, 'jpg'],
        ['mask', metadata!, 'png'],
      ]),
    );
    expect(answer.status).toBe(200);
    expect([...sentForm().keys()]).toEqual(expect.arrayContaining(['image[]', 'image[]', 'mask']));
    const { raw } = scene.upstream.requests.at(-1)!;
    expect(raw).not.toMatch(/Katharina|Brüggemann|brueggemann|DE89 3704/);
  });

  it('is refused if the policy refuses images, or the body is JSON or has other files', async () => {
    await govern({ images: 'refused' });
    const before = scene.upstream.requests.length;
    const image: [string, Buffer, string] = ['image', png, 'png'];
    expect(await edit(formOf([image]))).toMatchObject({ status: 400, body: { error: { param: 'image' } } });
    await govern({ images: 'passed' });
    const json = await edit({ prompt, images: [{ image_url: 'https://a.example/b.png' }] });
    expect(json).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('multipart/form-data') } },
    });
    const other = await edit(formOf([image, ['file', png, 'png']]));
    expect(other).toMatchObject({ status: 400, body: { error: { param: 'image' } } });
    const many = await edit(formOf(Array.from({ length: 11 }, () => image)));
    expect(many).toMatchObject({ status: 400, body: { error: { param: 'image' } } });
    expect(await edit(formOf([]))).toMatchObject({ status: 400, body: { error: { param: 'image' } } });
    const large = await edit(formOf([['image', Buffer.alloc(17 * 1024 ** 2), 'png']]));
    expect(large).toMatchObject({ status: 413 });
    expect(scene.upstream.requests).toHaveLength(before);
  });
});
