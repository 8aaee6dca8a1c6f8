import { createServer, type Server } from 'node:http';
import { newId } from '@app/common';
import type { ProviderConfig } from '@app/config';
import { listen } from '@app/testing';
import { CheckProvider } from './check-provider';

const ORGANIZATION = newId();
const SIGNING = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', use: 'sig' };

let server: Server;
let issuer: string;
/** What the provider answers, by path. */
let answers: Record<string, object>;

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = answers[request.url!];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  issuer = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const metadata = (changes: object = {}) => ({
  issuer,
  jwks_uri: `${issuer}/keys`,
  authorization_endpoint: `${issuer}/authorize`,
  ...changes,
});
const checksOf = async (organizationId = ORGANIZATION) => {
  const provider = {
    issuer,
    clientId: 'privacy-chat',
    scopes: 'openid email',
    organization: { id: ORGANIZATION },
  } as ProviderConfig;
  const checks = await new CheckProvider({ passwordLogin: true, provider }).execute({ organizationId });
  return checks.map(({ check, fault }) => `${check} ${fault ?? 'fits'}`);
};
const answerWith = (changes: object, keys: object[] = [SIGNING]) => {
  answers = { '/.well-known/openid-configuration': metadata(changes), '/keys': { keys } };
};

describe('the test of a provider', () => {
  it('passes if metadata, keys, algorithms and scopes fit the settings', async () => {
    answerWith({
      id_token_signing_alg_values_supported: ['HS256', 'ES256'],
      scopes_supported: ['openid', 'email'],
    });
    expect(await checksOf()).toEqual(['metadata fits', 'keys fits', 'signatures fits', 'scopes fits']);
  });

  it('passes if the provider names neither algorithms nor scopes', async () => {
    answerWith({});
    expect(await checksOf()).toEqual(['metadata fits', 'keys fits', 'signatures fits', 'scopes fits']);
  });

  it('ends with the metadata if the provider does not answer, or is another issuer', async () => {
    answers = {};
    expect(await checksOf()).toEqual(['metadata unreachable']);
    answerWith({ issuer: `${issuer}/other` });
    expect(await checksOf()).toEqual(['metadata other_issuer']);
    answerWith({ issuer: `${issuer}/` });
    expect(await checksOf()).toEqual(['metadata other_issuer']);
  });

  it.each([
    ['keys no_keys', {}, [{ kty: 'oct', k: 'x' }]],
    ['keys no_keys', {}, [{ ...SIGNING, use: 'enc' }]],
    ['signatures no_algorithm', { id_token_signing_alg_values_supported: ['HS256'] }, [SIGNING]],
    ['scopes scopes', { scopes_supported: ['openid'] }, [SIGNING]],
  ])('says %s', async (expected, changes, keys) => {
    answerWith(changes, keys);
    expect((await checksOf()).filter((one) => !one.endsWith('fits'))).toEqual([expected]);
  });

  it('says that the keys cannot be fetched', async () => {
    answerWith({});
    delete answers['/keys'];
    expect(await checksOf()).toContain('keys unreachable');
  });

  it('is empty for an organization that has another provider', async () => {
    answerWith({});
    expect(await checksOf(newId())).toEqual([]);
  });
});
