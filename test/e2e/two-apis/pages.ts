import { ORIGIN, useTwoApis } from './scene';

const scene = useTwoApis();

describe('pages of other origins', () => {
  const ask = async (base: string, origin: string, method = 'OPTIONS') => {
    const response = await fetch(`${base}/ai/v1/history`, {
      method,
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
        ...(method === 'GET' && scene.user.authorization),
      },
    });
    return Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')));
  };

  it('may not call if no origin is configured [SEC-26]', async () => {
    for (const method of ['OPTIONS', 'GET']) expect(await ask(scene.apis[0], ORIGIN, method)).toEqual({});
  });

  it('may call only from a configured origin [PRIV-67]', async () => {
    const [, base] = scene.apis;
    expect(await ask(base, ORIGIN)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-headers': 'authorization',
    });
    expect(await ask(base, ORIGIN, 'GET')).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-expose-headers': expect.stringMatching(/X-Request-Id.*X-Dropped-Parameters/),
    });
    for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'null'])
      expect(await ask(base, origin, 'GET')).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('the console', () => {
  it('is absent if the operator turns it off', async () => {
    const headers = { accept: 'text/html' };
    const [there, off] = scene.apis;
    for (const path of ['/', '/chat', '/assets/index.js'])
      expect((await fetch(off + path, { headers })).status).toBe(404);
    expect((await fetch(`${there}/`, { headers })).status).toBe(200);
  });
});
