import { generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { startSystem, type TestSystem } from '@app/testing';
import { ApiClient } from '../support/api-client';

const newSigningKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64');

/** The choice of keys: `libs/auth/src/signing-keys.spec.ts`. */
describe('the key that signs tokens', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startSystem({}, ['api']);
  });
  afterAll(() => system?.stop());

  /** Returns the status of a call that needs a token. */
  const call = async (token: string): Promise<number> =>
    (await new ApiClient(system, { authorization: { authorization: `Bearer ${token}` } }).get('history'))
      .status;
  const restart = async (keys: string): Promise<void> => {
    await system.api.stop();
    system.api.env.JWT_KEYS = keys;
    await system.api.start();
  };

  it('can be changed without a logout, and a removed one is no longer accepted', async () => {
    const anybody = new ApiClient(system);
    const { token, refreshToken } = await system.user();
    const [old = '', fresh] = [system.api.env.JWT_KEYS, `fresh:${newSigningKey()}`];
    await restart(`${fresh},${old}`);
    expect(await call(token)).toBe(200);
    const { body } = await anybody.post<{ jwtToken: string }>('/idm/v1/auth/refresh', { refreshToken });
    expect(decodeProtectedHeader(body.jwtToken).kid).toBe('fresh');
    const published = await anybody.get<{ keys: { kid: string }[] }>('/idm/v1/.well-known/jwks.json');
    expect(published.body.keys.map(({ kid }) => kid)).toEqual(['fresh', 'test']);
    await restart(fresh);
    expect(await call(token)).toBe(401);
    expect(await call(body.jwtToken)).toBe(200);
  });
});
