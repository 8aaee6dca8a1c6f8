import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressRules, NameResolver, PinnedClient, type Resolution } from '@app/ssrf-guard';
import { PostWebhook } from './post-webhook';

/** Answers each query with the next of its answers, and repeats the last one. */
class ScriptedResolver extends NameResolver {
  asked = 0;
  constructor(private readonly answers: readonly (readonly string[])[]) {
    super();
  }
  async resolve(): Promise<Resolution> {
    const addresses = this.answers[Math.min(this.asked, this.answers.length - 1)]!;
    this.asked += 1;
    return { kind: 'found', addresses };
  }
}

describe('PostWebhook', () => {
  const client = new PinnedClient();
  const servers: Server[] = [];
  afterAll(() => {
    client.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function listener(answer: RequestListener): Promise<number> {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
  const poster = (resolver: NameResolver, allowed = ['127.0.0.1/32'], timeoutMs = 5_000) =>
    new PostWebhook({ allowHttp: true, timeoutMs } as never, new AddressRules(allowed), resolver, client);
  const send = (post: PostWebhook, port: number, host = 'receiver.example') =>
    post.execute(`http://${host}:${port}/`, Buffer.from('{}'), {}, 0);

  it('resolves a name once per attempt, and connects to the result', async () => {
    const port = await listener((_, response) => response.writeHead(204).end());
    const resolver = new ScriptedResolver([['127.0.0.1']]);
    expect(await send(poster(resolver), port)).toMatchObject({ statusCode: 204, error: null });
    expect(resolver.asked).toBe(1);
  });

  it('refuses a name that first resolved to a public and now to a private address, without connecting [SEC-42]', async () => {
    const connected = jest.fn();
    const port = await listener((_, response) => response.end());
    servers.at(-1)!.on('connection', connected);
    const resolver = new ScriptedResolver([['93.184.215.14'], ['127.0.0.1'], ['93.184.215.14', '127.0.0.1']]);
    await resolver.resolve(); // At submission.
    const post = poster(resolver, []);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await send(post, port)).toEqual({ statusCode: null, error: 'address', retryAfterMs: 0 });
    for (const host of ['127.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost'])
      expect(await send(poster(new ScriptedResolver([['127.0.0.1']]), []), port, host)).toMatchObject({
        error: 'address',
      });
    expect(connected).not.toHaveBeenCalled();
  });

  it('times out whatever the receiver does', async () => {
    const port = await listener(() => undefined);
    expect(await send(poster(new ScriptedResolver([['127.0.0.1']]), undefined, 50), port)).toMatchObject({
      error: 'timeout',
    });
  });

  it('times out if the name server never answers', async () => {
    const silent = new ScriptedResolver([]);
    silent.resolve = () => new Promise(() => undefined);
    expect(await send(poster(silent, undefined, 50), 8080)).toMatchObject({ error: 'timeout' });
  });

  it('ends when the status has arrived, however long the answer is', async () => {
    const closed = jest.fn();
    const port = await listener((_, response) => {
      response.writeHead(200);
      response.on('close', closed);
      const timer = setInterval(() => response.write('x'.repeat(16_384)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await send(poster(new ScriptedResolver([['127.0.0.1']])), port)).toMatchObject({ error: null });
    while (closed.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('distinguishes a broken connection from an answer', async () => {
    const port = await listener((request) => request.socket.resetAndDestroy());
    expect(await send(poster(new ScriptedResolver([['127.0.0.1']])), port)).toEqual({
      statusCode: null,
      error: 'connection',
      retryAfterMs: 0,
    });
    const unknown = new ScriptedResolver([]);
    unknown.resolve = async () => ({ kind: 'unknown' });
    expect(await send(poster(unknown), 8080)).toMatchObject({ error: 'connection' });
  });
});
