import { createServer, type RequestListener, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { Clock } from '@app/common';
import type { ProviderConfig } from '@app/config';
import { listen } from '@app/testing';
import type { SingleUses } from '../store/single-uses.store';
import { ProviderTokens } from './bearer-tokens';
import { LogoutTokens } from './logout-token';
import { Provider } from './provider';
import { providerFetch } from './provider-fetch';

class MovableClock extends Clock {
  at = Date.UTC(2026, 0, 1);
  now(): Date {
    return new Date(this.at);
  }
}

const CLIENT = 'privacy-chat';
const AUDIENCE = 'api';
const LOGOUT = { 'http://schemas.openid.net/event/backchannel-logout': {} };

let server: Server;
let issuer: string;
let clock: MovableClock;
let key: CryptoKey;
let foreign: CryptoKey;
/** The addresses that were asked for. */
let asked: string[];
/** What the provider answers, by path. */
let answers: Record<string, RequestListener>;

const json =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const METADATA = '/.well-known/openid-configuration';
const metadata = (changes: object = {}) =>
  json({ issuer, jwks_uri: `${issuer}/keys`, authorization_endpoint: `${issuer}/authorize`, ...changes });

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    (answers[request.url!] ?? json({}, 404))(request, response);
  });
  issuer = `http://127.0.0.1:${await listen(server)}`;
  foreign = (await generateKeyPair('ES256')).privateKey;
});
beforeEach(async () => {
  clock = new MovableClock();
  asked = [];
  const pair = await generateKeyPair('ES256', { extractable: true });
  key = pair.privateKey;
  answers = {
    [METADATA]: metadata(),
    '/keys': json({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256' }] }),
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const providerWith = (changes: Partial<ProviderConfig> | null = {}): Provider => {
  const settings = { issuer, clientId: CLIENT, audience: AUDIENCE, ...changes } as ProviderConfig;
  return new Provider({ passwordLogin: true, provider: changes ? settings : undefined }, clock);
};
const nowS = () => clock.at / 1_000;
const signed = (claims: JWTPayload = {}, by = key): Promise<string> =>
  new SignJWT({ iss: issuer, sub: 'anna', iat: nowS(), exp: nowS() + 60, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .sign(by);
const UNAVAILABLE = { code: 'unavailable', details: { retryAfterS: 5 } };

describe('the provider', () => {
  it('is asked for its metadata once for concurrent calls, and again after an hour', async () => {
    const provider = providerWith();
    await Promise.all([provider.client(), provider.client()]);
    await provider.client();
    expect(asked).toEqual([METADATA]);
    clock.at += 60 * 60_000;
    await provider.client();
    expect(asked).toEqual([METADATA, METADATA]);
  });

  it('is asked again two seconds after it did not answer', async () => {
    answers[METADATA] = json({}, 503);
    const provider = providerWith();
    await expect(provider.client()).rejects.toMatchObject(UNAVAILABLE);
    answers[METADATA] = metadata();
    await expect(provider.client()).rejects.toMatchObject(UNAVAILABLE);
    expect(asked).toHaveLength(1);
    clock.at += 2_000;
    await provider.client();
    expect(asked).toHaveLength(2);
  });

  it.each<[string, () => object, string]>([
    ['names no keys', () => ({ jwks_uri: undefined }), 'unavailable'],
    ['belongs to another issuer', () => ({ issuer: 'http://127.0.0.1:1' }), 'not_configured'],
    ['has its issuer with another slash', () => ({ issuer: `${issuer}/` }), 'not_configured'],
  ])('is not used if its metadata %s', async (_, changes, code) => {
    answers[METADATA] = metadata(changes());
    await expect(providerWith().client()).rejects.toMatchObject({ code });
  });

  it('is required by a login: without settings it is not configured', () => {
    const provider = providerWith(null);
    expect(provider.isConfigured).toBe(false);
    expect(() => provider.settings).toThrow(expect.objectContaining({ code: 'not_configured' }));
  });
});

describe('a call of the provider', () => {
  const call = (path: string) => providerFetch(issuer)(`${issuer}${path}`);

  it.each<[string, RequestListener]>([
    ['is too long', (_, response) => response.end(Buffer.alloc(1024 * 1024 + 1))],
    ['is an error of the server', json({}, 500)],
    ['asks to wait', json({}, 429)],
    ['breaks off', (_, response) => void response.writeHead(200, { 'content-length': '9' }).end('x')],
  ])('is a failure that callers may repeat if the answer %s', async (_, answer) => {
    answers['/x'] = answer;
    await expect(call('/x')).rejects.toMatchObject(UNAVAILABLE);
  });

  it('returns refusals and redirects without following them', async () => {
    answers['/no'] = json({ error: 'invalid_grant' }, 400);
    answers['/moved'] = (_, response) => void response.writeHead(302, { location: '/other' }).end();
    expect((await call('/no')).status).toBe(400);
    expect((await call('/moved')).status).toBe(302);
    expect(asked).toEqual(['/no', '/moved']);
  });

  it.each([
    ['https://login.example', 'http://login.example/token'],
    ['https://login.example', 'http://127.0.0.1/token'],
    ['http://127.0.0.1', 'http://10.0.0.1/token'],
    ['https://login.example', 'file:///etc/passwd'],
  ])('of the issuer %s does not go to %s', async (of, address) => {
    await expect(providerFetch(of)(address)).rejects.toMatchObject(UNAVAILABLE);
  });
});

describe('an access token of the provider', () => {
  const read = (token: string) => new ProviderTokens(providerWith()).read(token);

  it('is recognized by its issuer alone, and only if programs may call with such tokens', async () => {
    const token = await signed({}, foreign);
    expect(new ProviderTokens(providerWith()).isFromProvider(token)).toBe(true);
    expect(new ProviderTokens(providerWith()).isFromProvider(await signed({ iss: 'other' }))).toBe(false);
    for (const none of ['', 'sk-key', 'a.b.c'])
      expect(new ProviderTokens(providerWith()).isFromProvider(none)).toBe(false);
    expect(new ProviderTokens(providerWith(null)).isFromProvider(token)).toBe(false);
    expect(new ProviderTokens(providerWith({ audience: undefined as never })).isFromProvider(token)).toBe(
      false,
    );
    expect(asked).toEqual([]);
  });

  it('names its subject, up to 30 seconds after its end', async () => {
    const token = await signed({ aud: AUDIENCE });
    clock.at += 89_000;
    expect(await read(token)).toEqual({ issuer, subject: 'anna' });
    clock.at += 2_000;
    expect(await read(token)).toBeUndefined();
  });

  it.each<[string, JWTPayload]>([
    ['for another audience', { aud: CLIENT }],
    ['of another issuer', { aud: AUDIENCE, iss: 'other' }],
    ['without a subject', { aud: AUDIENCE, sub: '' }],
    ['without an end', { aud: AUDIENCE, exp: undefined as never }],
    ['issued in the future', { aud: AUDIENCE, iat: Date.UTC(2026, 0, 1) / 1_000 + 31 }],
  ])('names no subject if it is one %s', async (_, claims) => {
    expect(await read(await signed(claims))).toBeUndefined();
  });

  it('names no subject if another key signed it', async () => {
    expect(await read(await signed({ aud: AUDIENCE }, foreign))).toBeUndefined();
  });

  it('is not judged while the keys of the provider cannot be fetched', async () => {
    const token = await signed({ aud: AUDIENCE });
    for (const keys of [json({}, 503), json({ keys: 'none' }), json({}, 404)]) {
      answers['/keys'] = keys;
      await expect(read(token)).rejects.toMatchObject(UNAVAILABLE);
    }
  });
});

describe('a logout token of the provider', () => {
  const logouts = () => {
    const used = new Set<string>();
    const singleUses: Pick<SingleUses, 'take'> = {
      take: async (_, value) => !used.has(value) && Boolean(used.add(value)),
    };
    return new LogoutTokens(providerWith(), singleUses as SingleUses, clock);
  };
  const GOOD = { aud: CLIENT, jti: 'one', sid: 's', events: LOGOUT };

  it('ends the logins of a person or of one login, once', async () => {
    const tokens = logouts();
    const token = await signed(GOOD);
    expect(await tokens.use(token)).toEqual({ issuer, subject: 'anna', sid: 's' });
    await expect(tokens.use(token)).rejects.toMatchObject({ code: 'bad_request' });
    const ofLogin = await signed({ ...GOOD, jti: 'two', sub: undefined as never });
    expect(await tokens.use(ofLogin)).toEqual({ issuer, subject: undefined, sid: 's' });
  });

  it.each<[string, JWTPayload]>([
    ['an ID token', { events: undefined }],
    ['a token of another event', { events: { other: {} } }],
    ['a token with a malformed event', { events: { [Object.keys(LOGOUT)[0]!]: 'x' } }],
    ['a token with a nonce', { nonce: 'n' }],
    ['without an id', { jti: undefined as never }],
    ['without a person and a login', { sub: undefined as never, sid: undefined }],
    ['with a malformed login', { sid: 5 }],
    ['for longer than an hour', { exp: Date.UTC(2026, 0, 1) / 1_000 + 3_601 }],
    ['for another client', { aud: 'other' }],
  ])('is not %s', async (_, claims) => {
    const token = await signed({ ...GOOD, ...claims });
    await expect(logouts().use(token)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('may be sent again if the provider could not be asked for its keys', async () => {
    answers['/keys'] = json({}, 503);
    const tokens = logouts();
    const token = await signed(GOOD);
    await expect(tokens.use(token)).rejects.toMatchObject(UNAVAILABLE);
  });
});
