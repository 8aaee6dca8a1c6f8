import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiClient } from '../../support/api-client';
import { readHistory, sendPrompt } from '../../support/chat';
import { useApi } from './scene';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(200_000, 7)]);

interface ImageBody {
  chat_id: string;
  image_url: string;
  message: string;
}

const scene = useApi();
let elsewhere: Server;
/** Status and body of the image server's answer. */
let answer: { status: number; body: unknown };

const generate = (prompt: string, more: Record<string, unknown> = {}) =>
  scene.api.post<ImageBody>('generate-image', { prompt, ...more });
/** Requests a link without a token. */
const linked = (url: string) => new ApiClient(scene.system).get(url);

/** The same signature with another first character. */
const flipped = (signature: string): string => (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);

describe('an image', () => {
  beforeAll(async () => {
    elsewhere = createServer((_, response) => response.end(PNG));
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  });
  beforeEach(() => {
    answer = { status: 200, body: { data: [{ b64_json: PNG.toString('base64') }] } };
    scene.upstream.intercept = ({ path }, response) => {
      if (!path.startsWith('/v1/images/')) return false;
      if (path.endsWith('.png')) response.writeHead(200, { 'content-type': 'text/html' }).end(PNG);
      else
        response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
      return true;
    };
  });
  afterAll(() => new Promise((done) => elsewhere.close(done)));

  it('is created in a new chat from a prompt without its personal data [SEC-91]', async () => {
    const { status, body } = await generate('A portrait of Hans Müller, +49 30 1234567, hans@firma.de');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['chat_id', 'image_url']);
    const { raw, body: sent } = scene.upstream.requests.at(-1)!;
    for (const value of ['Müller', '1234567', 'firma.de']) expect(raw).not.toContain(value);
    expect(sent).toMatchObject({ response_format: 'b64_json', n: 1 });
  });

  it('is served to its link without a token, with only its own content type [PRIV-56]', async () => {
    const { body } = await generate('A red bicycle');
    expect(body.image_url.startsWith(scene.system.ai('images/'))).toBe(true);
    const { status, headers, bytes: image } = await linked(body.image_url);
    expect(status).toBe(200);
    expect(image.equals(PNG)).toBe(true);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private');
    expect(headers.get('content-security-policy')).toBe('sandbox');
  });

  it('is stored encrypted and complete, also if it is large', async () => {
    answer.body = { data: [{ b64_json: JPEG.toString('base64') }] };
    const { body } = await generate('A red bicycle');
    const { headers, bytes: image } = await linked(body.image_url);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(image.equals(JPEG)).toBe(true);
    expect(await readdir(join(scene.system.dataDir, 'blobs/chats', body.chat_id))).toHaveLength(1);
  });

  it('uses the replacements of its chat, and appears in its history with a new link', async () => {
    const chat = await sendPrompt(scene.api, 'Dear Mr. Hans Müller, thank you.');
    const [replacement] = chat.body.anonymized_values['Names']!;
    const { body } = await generate('Hans Müller on a bicycle', { chat_id: chat.body.session_id });
    expect(body.chat_id).toBe(chat.body.session_id);
    expect(scene.upstream.requests.at(-1)!.raw).toContain(replacement);
    const { data } = await readHistory(scene.api, body.chat_id);
    const entry = data.prompts.at(-1)!;
    expect(entry).toMatchObject({
      responseType: 'image',
      originalPrompt: 'Hans Müller on a bicycle',
      anonymizedPrompt: `${replacement} on a bicycle`,
    });
    expect((await linked(entry['response']!)).bytes.equals(PNG)).toBe(true);
  });

  it('is part of the conversation: a later prompt can refer to it', async () => {
    const { body } = await generate('A red bicycle');
    expect((await sendPrompt(scene.api, 'Give it a title', { chat_id: body.chat_id })).status).toBe(200);
    expect(scene.upstream.requests.at(-1)!.body.messages!.map(({ content }) => content)).toEqual([
      'A red bicycle',
      '(An image was made.)',
      'Give it a title',
    ]);
  });

  it.each(['expired', 'forged', 'of another image', 'deleted', 'without a signature', 'of nothing'])(
    'is the same 404 if its link is %s',
    async (how) => {
      const { body } = await generate('A red bicycle');
      const link = new URL(body.image_url);
      if (how === 'expired') link.searchParams.set('expires', '1000000000');
      if (how === 'forged') link.searchParams.set('signature', flipped(link.searchParams.get('signature')!));
      if (how === 'of another image')
        link.pathname = new URL((await generate('Another')).body.image_url).pathname;
      if (how === 'deleted') await scene.api.delete(`delete-session/${body.chat_id}`);
      if (how === 'without a signature') link.search = '';
      if (how === 'of nothing') link.pathname = '/ai/v1/images/nonsense';
      const { status, body: failure } = await linked(link.toString());
      expect(status).toBe(404);
      expect(failure).toEqual({
        success: false,
        message: 'There is no such image, or the link has expired',
        response_code: 404,
        code: 'not_found',
      });
    },
  );

  it('is deleted with its chat [PRIV-28]', async () => {
    const { body } = await generate('A red bicycle');
    await scene.api.delete(`delete-session/${body.chat_id}`);
    expect(await readdir(join(scene.system.dataDir, 'blobs/chats'))).not.toContain(body.chat_id);
  });

  it("is downloaded only from the provider's own server if the provider answers with an address", async () => {
    answer.body = { data: [{ url: `${scene.upstream.baseUrl}/images/1.png` }] };
    const { status, body } = await generate('A red bicycle');
    expect(status).toBe(200);
    expect((await linked(body.image_url)).bytes.equals(PNG)).toBe(true);
  });

  it('is requested without response_format if the provider does not support it', async () => {
    const intercept = scene.upstream.intercept!;
    scene.upstream.intercept = (request, response) => {
      if (!request.raw.includes('response_format')) return intercept(request, response);
      response.writeHead(400).end('{}');
      return true;
    };
    const { status } = await generate('A red bicycle');
    expect(status).toBe(200);
  });

  it.each<[string, () => { status: number; body: unknown }, number]>([
    ['fails', () => ({ status: 500, body: 'A red bicycle' }), 502],
    ['answers nonsense', () => ({ status: 200, body: 'nonsense' }), 502],
    ['answers without an image', () => ({ status: 200, body: { data: [{}] } }), 502],
    [
      'answers with an SVG image',
      () => ({
        status: 200,
        body: { data: [{ b64_json: Buffer.from('<svg onload=a>').toString('base64') }] },
      }),
      502,
    ],
    [
      'returns a loopback address',
      () => ({
        status: 200,
        body: { data: [{ url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/` }] },
      }),
      502,
    ],
    ['returns a file address', () => ({ status: 200, body: { data: [{ url: 'file:///etc/passwd' }] } }), 502],
  ])('leaves nothing stored if the provider %s', async (_, given, status) => {
    const chats = (await scene.api.get('sessions?limit=200')).body;
    answer = given();
    const failure = await generate('A red bicycle');
    expect(failure.status).toBe(status);
    expect(JSON.stringify(failure.body)).not.toContain('bicycle');
    expect((await scene.api.get('sessions?limit=200')).body).toEqual(chats);
  });

  it.each<[string, object, number]>([
    ['an empty prompt', { prompt: '' }, 400],
    ['a blank prompt', { prompt: ' \n ' }, 400],
    ['no prompt', {}, 400],
    ['a prompt that is too long', { prompt: 'x'.repeat(4_001) }, 400],
    ['a malformed chat', { prompt: 'x', chat_id: 'nonsense' }, 400],
    ['an unknown chat', { prompt: 'x', chat_id: '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10' }, 400],
    ['a chat that is not a string', { prompt: 'x', chat_id: 7 }, 400],
    ['no chat', { prompt: 'x', chat_id: null }, 200],
  ])('answers %s by its status', async (_, body, status) => {
    expect((await scene.api.post('generate-image', body)).status).toBe(status);
  });
});
