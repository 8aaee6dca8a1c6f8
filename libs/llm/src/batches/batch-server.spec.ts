import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startUpstream, type Upstream } from '@app/testing';
import { BatchServer, isRunning } from './batch-server';

const signal = new AbortController().signal;
const line = (content: string, id = '1'): string =>
  `${JSON.stringify({ custom_id: `request-${id}`, body: { messages: [{ role: 'user', content }] } })}\n`;

describe('a server with batches', () => {
  let upstream: Upstream;
  let server: BatchServer;

  beforeEach(async () => {
    upstream = await startUpstream();
    server = new BatchServer({
      baseUrl: upstream.baseUrl,
      apiKey: 'key',
      timeoutMs: 60_000,
      chunkTimeoutMs: 60_000,
    });
  });
  afterEach(() => upstream.stop());

  const upload = (content: string): Promise<string> =>
    server.upload(
      { content: Readable.from([Buffer.from(content)]), bytes: Buffer.byteLength(content) },
      signal,
    );

  it('receives a file of a known length under a name of this service, and is told to delete it', async () => {
    const content = line('grüezi');
    const file = await upload(content);
    expect(upstream.batches.files.get(file)).toBe(content);
    const [request] = upstream.requests;
    expect(request!.headers['content-length']).toBe(String(Buffer.byteLength(request!.raw)));
    expect(request!.headers.authorization).toBe('Bearer key');
    expect((request!.form!.get('file') as File).name).toBe('batch.jsonl');
    expect(Object.fromEntries(request!.form!)).toMatchObject({
      purpose: 'batch',
      'expires_after[anchor]': 'created_at',
      'expires_after[seconds]': '172800',
    });
  });

  it('runs a batch, returns its output, and deletes files', async () => {
    upstream.batches.next = 'in_progress';
    const file = await upload(line('one') + line('two', '2'));
    const { id, status } = await server.create(file, '/v1/chat/completions', signal);
    expect(isRunning({ status })).toBe(true);
    expect(await server.read(id, signal)).toEqual({
      id,
      status: 'in_progress',
      completed: 0,
      failed: 0,
    });
    upstream.batches.next = 'completed';
    const { outputFile, ...ended } = await server.read(id, signal);
    expect(ended).toEqual({ id, status: 'completed', completed: 2, failed: 0 });
    expect(isRunning(ended)).toBe(false);
    expect(await text(server.download(outputFile!, signal))).toContain('You said: two');
    for (const each of [file, outputFile!, 'file-unknown']) await server.delete(each, signal);
    expect(upstream.batches.files.size).toBe(0);
  });

  it('cancels a batch; one that is unknown has ended already', async () => {
    const { id } = await server.create(await upload(line('one')), '/v1/chat/completions', signal);
    await server.cancel(id, signal);
    await server.cancel('batch_unknown', signal);
    expect(await server.read(id, signal)).toMatchObject({ status: 'cancelled' });
  });

  it('is asked for the batch of an input; a server without a list has none', async () => {
    const file = await upload(line('one'));
    expect(await server.findByInput(file, signal)).toBeUndefined();
    const { id } = await server.create(file, '/v1/chat/completions', signal);
    await server.create(await upload(line('two')), '/v1/chat/completions', signal);
    expect(await server.findByInput(file, signal)).toMatchObject({ id });
    upstream.intercept = (_request, response) => {
      response.writeHead(404).end('{}');
      return true;
    };
    expect(await server.findByInput(file, signal)).toBeUndefined();
  });

  it.each([
    ['an unknown state', { id: 'batch_1', status: 'thinking' }],
    ['an id that would change the address', { id: '../models', status: 'completed' }],
    ['no id', { status: 'completed' }],
  ])('fails if it returns %s', async (_, answer) => {
    upstream.intercept = (_request, response) => {
      response.end(JSON.stringify(answer));
      return true;
    };
    await expect(server.read('batch_1', signal)).rejects.toMatchObject({ code: 'provider_failed' });
  });

  it("hides the provider's words if it refuses a file", async () => {
    upstream.intercept = (_request, response) => {
      response.writeHead(400).end('{"error":{"message":"Anna Schmidt"}}');
      return true;
    };
    await expect(upload(line('one'))).rejects.toThrow(/^(?!.*Anna)/);
  });
});
