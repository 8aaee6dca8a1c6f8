import { newId } from '@app/common';
import type { ReadClaims } from './check-access';
import { VerifiedTokens } from './verified-tokens';

const claims = (exp: number): ReadClaims => ({
  sub: newId(),
  email: 'demo@example.com',
  organizationId: newId(),
  sid: newId(),
  iat: 0,
  exp,
  jti: newId(),
  aud: 'audience',
});
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('VerifiedTokens', () => {
  it('returns the claims of a token until it has expired, including the leeway', () => {
    const tokens = new VerifiedTokens(30);
    const known = claims(1000);
    tokens.add('one', known);
    expect(tokens.find('one', at(1029))).toBe(known);
    expect(tokens.find('one', at(1030))).toBeUndefined();
    expect(tokens.find('another', at(0))).toBeUndefined();
  });

  it('drops the oldest token if there are too many', () => {
    const tokens = new VerifiedTokens(30);
    for (let i = 0; i <= 10_000; i += 1) tokens.add(`token ${i}`, claims(1000));
    expect(tokens.find('token 0', at(0))).toBeUndefined();
    expect(tokens.find('token 1', at(0))).toBeDefined();
    expect(tokens.find('token 10000', at(0))).toBeDefined();
  });
});
