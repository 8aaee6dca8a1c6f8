import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import express, { type ErrorRequestHandler } from 'express';
import type { AppError } from '@app/common';
import { sendFailure } from './failure-body';
import { refuseUpgrades } from './refuse-upgrades';

const bases = { aiBasePath: '/ai/v1', idmBasePath: '/idm/v1' } as Parameters<typeof sendFailure>[2];

describe('a request for another protocol', () => {
  let server: Server;
  beforeAll(async () => {
    const app = express().use(refuseUpgrades);
    app.get('/', (_, response) => void response.json({ ok: true }));
    const fail: ErrorRequestHandler = (error, _request, response, _next) =>
      sendFailure(error as AppError, response, bases);
    server = createServer(app.use(fail)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = async (headers: Record<string, string>): Promise<IncomingMessage> => {
    const { port } = server.address() as AddressInfo;
    const asked = httpRequest({ host: '127.0.0.1', port, headers }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response;
  };

  it.each(['websocket', 'WebSocket'])('is refused at once if it is %s', async (upgrade) => {
    const response = await ask({ connection: 'Upgrade', upgrade, 'sec-websocket-version': '13' });
    expect(response.statusCode).toBe(426);
    expect(response.headers).toMatchObject({ upgrade: 'HTTP/1.1', 'x-error-code': 'upgrade_refused' });
    expect(await json(response)).toMatchObject({ message: 'WebSockets are not available; use HTTP' });
  });

  it.each<Record<string, string>>([{}, { connection: 'Upgrade', upgrade: 'h2c' }, { upgrade: '' }])(
    'is answered over HTTP otherwise: %j',
    async (headers) => {
      const response = await ask(headers);
      expect([response.statusCode, await json(response)]).toEqual([200, { ok: true }]);
    },
  );
});
