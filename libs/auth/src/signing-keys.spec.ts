import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { SigningKeys } from './signing-keys';

const newKey = (id: string) => ({ id, key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey });

describe('SigningKeys', () => {
  const [fresh, old] = [newKey('fresh'), newKey('old')];
  const keys = new SigningKeys({ keys: [fresh, old] });

  it('signs with the first key and verifies with all of them [PRIV-94]', () => {
    expect(keys.current).toBe(fresh);
    for (const { id, key } of [fresh, old]) expect(keys.find(id)?.equals(createPublicKey(key))).toBe(true);
  });

  it.each(['', 'other', 'constructor', '__proto__'])('find no key named %j', (kid) => {
    expect(keys.find(kid)).toBeUndefined();
  });

  it('publish verifying keys only', () => {
    const jwks = keys.publicKeys().keys;
    expect(jwks.map(({ kid }) => kid)).toEqual(['fresh', 'old']);
    for (const jwk of jwks)
      expect(Object.keys(jwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(jwks[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
  });
});
