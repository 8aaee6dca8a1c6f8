import type { WebhooksConfig } from '@app/config';
import { AddressRules, NameResolver, type Resolution } from '@app/ssrf-guard';
import { CheckWebhookUrl } from './check-webhook-url';

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
    'https://nobody.example/',
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
