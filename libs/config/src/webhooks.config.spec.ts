import { webhooksConfig } from './webhooks.config';

describe('webhooksConfig', () => {
  const { NODE_ENV } = process.env;
  afterEach(() => {
    process.env.NODE_ENV = NODE_ENV;
    delete process.env.WEBHOOK_ALLOW_HTTP;
  });

  it('retries after 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, with a timeout of 15 s', () => {
    const [second, minute, hour] = [1_000, 60_000, 3_600_000];
    expect(webhooksConfig()).toMatchObject({
      timeoutMs: 15 * second,
      secretOverlapMs: 24 * hour,
      retryScheduleMs: [
        5 * second,
        minute,
        5 * minute,
        30 * minute,
        ...[2, 5, 10, 14, 20, 24].map((h) => h * hour),
      ],
    });
  });

  it('refuses webhooks in plain text in production [PRIV-13]', () => {
    process.env.WEBHOOK_ALLOW_HTTP = 'true';
    expect(webhooksConfig().allowHttp).toBe(true);
    process.env.NODE_ENV = 'production';
    expect(() => webhooksConfig()).toThrow('WEBHOOK_ALLOW_HTTP: expected false in production');
  });
});
