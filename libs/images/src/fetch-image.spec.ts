import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { AddressRules, PinnedClient, type NameResolver } from '@app/ssrf-guard';
import { FetchImage } from './fetch-image';

const never = new AbortController().signal;
const NAME = 'cdn.provider.example';
/** A resolver that resolves every name to an internal address. */
const resolver: NameResolver = { resolve: async () => ({ kind: 'found', addresses: ['127.0.0.1'] }) };

describe('FetchImage', () => {
  let server: Server;
  let port: number;
  let answer: RequestListener;
  let client: PinnedClient;

  beforeAll(async () => {
    const made = await generate([{ name: 'commonName', value: NAME }], {
      extensions: [
        { name: 'basicConstraints', cA: true },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 2, value: NAME },
            { type: 7, ip: '127.0.0.1' },
          ],
        },
      ],
    });
    client = new PinnedClient(made.cert);
    server = createServer({ key: made.private, cert: made.cert }, (request, response) =>
      answer(request, response),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    answer = (_, response) => response.end('an image');
  });
  afterAll(async () => {
    client.close();
    await new Promise((done) => server.close(done));
  });

  const fetchImage = (allowed: readonly string[] = [], ownOrigin = 'https://images.provider.example') =>
    new FetchImage(ownOrigin, new AddressRules(allowed), resolver, client);
  const url = (host = '127.0.0.1', scheme = 'https') => `${scheme}://${host}:${port}/image.png?token=1`;

  it("fetches from the provider's own origin, even if it is internal", async () => {
    const image = await fetchImage([], `https://127.0.0.1:${port}`).execute(url(), never);
    expect(image.toString()).toBe('an image');
  });

  it('fetches from addresses that the rules allow', async () => {
    const image = await fetchImage(['127.0.0.0/8']).execute(url(NAME), never);
    expect(image.toString()).toBe('an image');
  });

  it.each([
    ['an inside address', () => url()],
    ['a name that leads inside', () => url('cdn.provider.example')],
    ['another scheme', () => 'file:///etc/passwd'],
    ['plain http', () => url('93.184.215.14', 'http')],
    ['credentials', () => 'https://user:password@cdn.provider.example/a.png'],
    ['nonsense', () => 'nonsense'],
  ])('refuses %s [SEC-108]', async (_, address) => {
    await expect(fetchImage().execute(address(), never)).rejects.toThrow('refused');
  });

  it('does not follow redirects', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end();
    await expect(fetchImage(['127.0.0.0/8']).execute(url(), never)).rejects.toThrow('could not be fetched');
  });

  it('stops at 20 MiB', async () => {
    answer = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(1024 ** 2)));
        if (!response.destroyed) response.once('drain', more);
      };
      response.on('error', () => undefined);
      more();
    };
    await expect(fetchImage(['127.0.0.0/8']).execute(url(), never)).rejects.toThrow('its bound on bytes');
  });
});
