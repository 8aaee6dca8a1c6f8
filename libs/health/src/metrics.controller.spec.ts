import type { Request } from 'express';
import { Metrics } from '@app/observability';
import type { RuntimeConfig } from '@app/config';
import { MetricsController } from './metrics.controller';

const TOKEN = 'a-token-of-the-operator';

describe('metrics', () => {
  const metrics = new Metrics();
  const scrape = (
    { open = false, metricsToken }: { open?: boolean; metricsToken?: string },
    remoteAddress: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const controller = new MetricsController({ metricsToken } as RuntimeConfig, open, metrics);
    return controller.scrape({ headers, socket: { remoteAddress } } as unknown as Request);
  };
  const refused = expect.objectContaining({ code: 'forbidden' });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'are available to a client on this machine: %s',
    async (from) => {
      expect(await scrape({}, from)).toContain('process_cpu');
    },
  );

  it.each(['10.0.0.5', '::ffff:10.0.0.5', '2001:db8::1'])('are refused to others: %s', async (from) => {
    await expect(scrape({}, from)).rejects.toEqual(refused);
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'chat.company.example'],
    ['x-real-ip', '203.0.113.7'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
  ])('are refused to clients of a proxy on this machine, which sets %s [SEC-20]', async (name, value) => {
    await expect(scrape({}, '127.0.0.1', { [name]: value })).rejects.toEqual(refused);
  });

  it('are available from anywhere with the token only', async () => {
    const given = { metricsToken: TOKEN };
    const proxied = { 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${TOKEN}` };
    expect(await scrape(given, '10.0.0.5', proxied)).toContain('process_cpu');
    await expect(scrape(given, '127.0.0.1')).rejects.toEqual(refused);
  });

  it('are open on a separate port', async () => {
    expect(await scrape({ open: true }, '10.0.0.5', { via: '1.1 proxy' })).toContain('process_cpu');
  });
});
