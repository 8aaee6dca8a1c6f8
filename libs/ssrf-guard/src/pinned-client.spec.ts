import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { PinnedClient } from './pinned-client';
import { readTarget } from './target';

const NAME = 'receiver.example';

describe('PinnedClient', () => {
  const servers: Server[] = [];
  let ca: string;
  let key: string;
  let client: PinnedClient;

  beforeAll(async () => {
    const made = await generate([{ name: 'commonName', value: NAME }], {
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: NAME }] },
      ],
    });
    [ca, key] = [made.cert, made.private];
    client = new PinnedClient(ca);
  });
  afterAll(() => {
    client.close();
    for (const server of servers) server.close();
  });

  const seen: { host: string | undefined; servername: unknown; port: number | undefined }[] = [];
  async function start(secure: boolean, answer: RequestListener): Promise<number> {
    const listener: RequestListener = (request, response) => {
      const socket = request.socket as IncomingMessage['socket'] & { servername?: unknown };
      seen.push({ host: request.headers.host, servername: socket.servername, port: socket.remotePort });
      answer(request, response);
    };
    const server = secure ? createHttpsServer({ key, cert: ca }, listener) : createHttpServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
  const post = (address: string, at = '127.0.0.1', own = client) =>
    own.send({
      target: readTarget(address, true)!,
      address: at,
      method: 'POST',
      headers: {},
      body: Buffer.from('{}'),
      signal: new AbortController().signal,
    });

  it('connects to the checked address with the requested name', async () => {
    const port = await start(true, (_, response) => response.end('taken'));
    const answer = await post(`https://${NAME}:${port}/hook`);
    expect(await text(answer)).toBe('taken');
    expect(seen.at(-1)).toMatchObject({ host: `${NAME}:${port}`, servername: NAME });
  });

  it('refuses a certificate of another name, and one of an unknown authority [PRIV-12]', async () => {
    const port = await start(true, (_, response) => response.end());
    await expect(post(`https://other.example:${port}/`)).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    const strict = new PinnedClient();
    await expect(post(`https://${NAME}:${port}/`, '127.0.0.1', strict)).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    strict.close();
  });

  it('does not follow redirects [SEC-43]', async () => {
    const inside = jest.fn();
    const target = await start(false, (_, response) => {
      inside();
      response.end();
    });
    const port = await start(false, (_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${target}/` }).end(),
    );
    expect((await post(`http://${NAME}:${port}/`)).statusCode).toBe(302);
    expect(inside).not.toHaveBeenCalled();
  });

  it('reuses a connection only for the same name at the same address', async () => {
    const port = await start(false, (_, response) => response.end());
    const ports: (number | undefined)[] = [];
    for (const [name, at] of [
      [NAME, '127.0.0.1'],
      [NAME, '127.0.0.1'],
      [NAME, '127.0.0.2'],
    ] as const) {
      const sent = post(`http://${name}:${port}/`, at);
      if (at === '127.0.0.2') await expect(sent).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      else {
        await text(await sent);
        await new Promise(setImmediate);
        ports.push(seen.at(-1)!.port);
      }
    }
    expect(ports[0]).toBe(ports[1]);
  });

  it('retries on a new connection if the reused one had been closed', async () => {
    let served = 0;
    const port = await start(false, (request, response) => {
      served += 1;
      if (served === 2) request.socket.resetAndDestroy();
      else response.end();
    });
    await text(await post(`http://${NAME}:${port}/`));
    await new Promise(setImmediate);
    expect((await post(`http://${NAME}:${port}/`)).statusCode).toBe(200);
    expect(served).toBe(3);
  });

  it('uses no proxy from the environment', async () => {
    const proxied = jest.fn();
    const proxy = await start(false, (_, response) => {
      proxied();
      response.end();
    });
    const env = jest.replaceProperty(process, 'env', {
      HTTP_PROXY: `http://127.0.0.1:${proxy}`,
      http_proxy: `http://127.0.0.1:${proxy}`,
    });
    const port = await start(false, (_, response) => response.end('direct'));
    expect(await text(await post(`http://${NAME}:${port}/`))).toBe('direct');
    env.restore();
    expect(proxied).not.toHaveBeenCalled();
  });
});
