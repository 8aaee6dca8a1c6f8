import { exportJWK, generateKeyPair, jwtVerify, SignJWT, type CryptoKey, type JWK } from 'jose';
import { Clock } from '@app/common';
import { ALGORITHMS, ProviderKeys } from './provider-keys';

class MovableClock extends Clock {
  at = 0;
  now(): Date {
    return new Date(this.at);
  }
}

describe('the keys of a provider', () => {
  let clock: MovableClock;
  let published: JWK[];
  let fetches: number;
  let keys: ProviderKeys;
  beforeEach(() => {
    clock = new MovableClock();
    published = [];
    fetches = 0;
    keys = new ProviderKeys(async () => {
      fetches += 1;
      return { keys: published };
    }, clock);
  });

  async function aKey(kid: string): Promise<{ sign(alg?: string): Promise<string> }> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    published = [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256' }];
    return { sign: () => signed(privateKey, kid) };
  }
  const signed = (key: CryptoKey | Uint8Array, kid: string, alg = 'ES256') =>
    new SignJWT({}).setProtectedHeader({ alg, kid }).sign(key);
  const verify = (token: string) => jwtVerify(token, keys.find, { algorithms: ALGORITHMS });

  it('are fetched once for many tokens, and again after ten minutes', async () => {
    const token = await (await aKey('a')).sign();
    await Promise.all([verify(token), verify(token), verify(token)]);
    await verify(token);
    expect(fetches).toBe(1);
    clock.at += 10 * 60_000;
    await verify(token);
    expect(fetches).toBe(2);
  });

  it('are fetched again for an unknown key, after a rotation', async () => {
    const old = await (await aKey('a')).sign();
    await verify(old);
    const token = await (await aKey('b')).sign();
    await verify(token);
    expect(fetches).toBe(2);
    await expect(verify(old)).rejects.toThrow();
  });

  it('are not fetched for each of many tokens with unknown keys', async () => {
    const token = await (await aKey('a')).sign();
    await verify(token);
    const { privateKey } = await generateKeyPair('ES256');
    for (let i = 0; i < 50; i += 1) await expect(verify(await signed(privateKey, `x${i}`))).rejects.toThrow();
    expect(fetches).toBe(5);
    await verify(token);
    clock.at += 60_000;
    const rotated = await (await aKey('b')).sign();
    await verify(rotated);
    expect(fetches).toBe(6);
  });

  it('verify no symmetric signature that uses their public part as the secret [SEC-14]', async () => {
    await (await aKey('a')).sign();
    const secret = new TextEncoder().encode(JSON.stringify(published[0]));
    await expect(verify(await signed(secret, 'a', 'HS256'))).rejects.toThrow();
    expect(ALGORITHMS.filter((alg) => alg.startsWith('HS') || alg === 'none')).toEqual([]);
  });

  it('report that they cannot be fetched, and are fetched again later', async () => {
    let isAway = true;
    const away = new ProviderKeys(async () => {
      if (isAway) throw new Error('away');
      return { keys: published };
    }, clock);
    const token = await (await aKey('a')).sign();
    await expect(jwtVerify(token, away.find)).rejects.toThrow('away');
    isAway = false;
    await jwtVerify(token, away.find);
  });
});
