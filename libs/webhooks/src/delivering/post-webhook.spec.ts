import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhooksConfig } from '@app/config';
import { AddressRules, NameResolver, PinnedClient, type Resolution } from '@app/ssrf-guard';
import { CheckWebhookUrl, judge, PostWebhook } from './post-webhook';

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

const now = new Date('2026-03-01T12:00:00Z');

describe('judge', () => {
  it.each([200, 201, 202, 204, 299])('treats %i as delivered', (status) => {
    expect(judge(status, undefined, now)).toEqual({ statusCode: status, error: null, retryAfterMs: 0 });
  });

  it.each([300, 301, 302, 303, 307, 308])('does not follow %i', (status) => {
    expect(judge(status, undefined, now).error).toBe('redirect');
  });

  it.each([400, 401, 404, 410, 429, 500, 503])('treats %i as a failed attempt', (status) => {
    expect(judge(status, undefined, now)).toMatchObject({ statusCode: status, error: 'status' });
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    [' 7 ', 7_000],
    ['86400', 3_600_000],
    ['Sun, 01 Mar 2026 12:05:00 GMT', 300_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Mon, 02 Mar 2026 12:00:00 GMT', 3_600_000],
    ['soon', 0],
    ['-5', 0],
    ['', 0],
  ])('reads Retry-After %j as %i ms, at most an hour', (header, ms) => {
    expect(judge(429, header, now).retryAfterMs).toBe(ms);
  });
});

const NAMES: Readonly<Record<string, Resolution>> = {
  'good.example': { kind: 'found', addresses: ['93.184.215.14'] },
  'inside.example': { kind: 'found', addresses: ['10.0.0.1'] },
  'trouble.example': { kind: 'trouble' },
};

class TableResolver extends NameResolver {
  async resolve(name: string): Promise<Resolution> {
    return NAMES[name] ?? { kind: 'unknown' };
  }
}

describe('CheckWebhookUrl', () => {
  const check = new CheckWebhookUrl(
    { allowHttp: false } as WebhooksConfig,
    new AddressRules([]),
    new TableResolver(),
  );

  it('accepts an allowed address', async () => {
    await expect(check.execute('https://good.example/hook')).resolves.toBeUndefined();
  });

  it.each([
    'https://inside.example/',
    'https://unknown.example/',
    'https://10.0.0.1/',
    'http://good.example/',
    'no address',
  ])('refuses %s with the same message, which does not reveal internal names', async (url) => {
    const message = 'must be an https address that this service may deliver to';
    await expect(check.execute(url)).rejects.toMatchObject({
      code: 'bad_request',
      message: `webhookUrl ${message}`,
      details: { errors: [{ field: 'webhookUrl', message }] },
    });
  });

  it('accepts an address if the resolver fails, because each attempt checks again', async () => {
    await expect(check.execute('https://trouble.example/')).resolves.toBeUndefined();
  });
});
