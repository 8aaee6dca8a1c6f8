import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withSettings } from '@app/testing';
import { WebhookCheck } from './webhook.check';

const LOOPBACK = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

describe('the webhook', () => {
  let server: Server;
  let status: number;

  beforeAll(async () => {
    server = createServer((_, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = (settings: Record<string, string>) => {
    const { port } = server.address() as AddressInfo;
    return withSettings(settings, () => new WebhookCheck(`http://127.0.0.1:${port}/`).run());
  };

  it.each([
    [204, 'ok'],
    [401, 'warning'],
    [301, 'warning'],
  ])('with a receiver that answers %i is %s', async (answered, outcome) => {
    status = answered;
    expect(await send(LOOPBACK)).toMatchObject({ outcome, found: expect.stringContaining(String(answered)) });
  });

  it('is not sent to a forbidden address', async () => {
    expect(await send({ ...LOOPBACK, WEBHOOK_ALLOWED_NETWORKS: '' })).toMatchObject({
      outcome: 'failed',
      todo: expect.stringContaining('WEBHOOK_ALLOWED_NETWORKS'),
    });
  });

  it('to this process is signed and verified', async () => {
    const finding = await withSettings(LOOPBACK, () => new WebhookCheck().run());
    expect(finding).toMatchObject({ outcome: 'ok', found: expect.stringContaining('verified') });
  });
});
