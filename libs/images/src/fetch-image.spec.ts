import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressRules, PinnedClient, type NameResolver } from '@app/outbound';
import { FetchImage } from './fetch-image';

const never = new AbortController().signal;
/** A name that leads inside, whoever asks. */
const resolver: NameResolver = { resolve: async () => ({ kind: 'found', addresses: ['127.0.0.1'] }) };

describe('FetchImage', () => {
  let server: Server;
  let port: number;
  let answer: RequestListener;
  const client = new PinnedClient();

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
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
    new FetchImage({ ownOrigin, allowHttp: true }, new AddressRules(allowed), resolver, client);
  const url = (host = '127.0.0.1') => `http://${host}:${port}/image.png?token=1`;

  it("fetches from the provider's own origin, wherever that is", async () => {
    const image = await fetchImage([], `http://127.0.0.1:${port}`).execute(url(), never);
    expect(image.toString()).toBe('an image');
  });

  it('fetches from addresses that the rules allow', async () => {
    const image = await fetchImage(['127.0.0.0/8']).execute(url('cdn.provider.example'), never);
    expect(image.toString()).toBe('an image');
  });

  it.each([
    ['an inside address', () => url()],
    ['a name that leads inside', () => url('cdn.provider.example')],
    ['another scheme', () => 'file:///etc/passwd'],
    ['credentials', () => 'https://user:password@cdn.provider.example/a.png'],
    ['nonsense', () => 'nonsense'],
  ])('refuses %s', async (_, address) => {
    await expect(fetchImage().execute(address(), never)).rejects.toThrow('refused');
  });

  it('does not follow redirects', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
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
    await expect(fetchImage(['127.0.0.0/8']).execute(url(), never)).rejects.toThrow('Longer than');
  });
});
