/**
 * An OpenID provider in its own process, on the port in its arguments: certified code with users that a test defines.
 * A test changes its state at /control.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

const port = Number(process.argv[2]);
const issuer = `http://127.0.0.1:${port}`;

/** Claims of the users who may log in, by `sub`. A `sub` without an entry is unknown or was removed. */
let people = {};
let client;
let accessTokenTtl = 3600;
let keys = [await makeKey('first')];
let handle;

async function makeKey(kid) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** Logins and tokens are stored outside the provider object, so that a provider with new keys continues them. */
function start() {
  const provider = new Provider(issuer, {
    clients: client ? [client] : [],
    jwks: { keys },
    cookies: { keys: ['of tests alone'] },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'groups', 'organization'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // By default the library refuses loopback addresses; the service under test has one.
    fetch: (address, options) => fetch(address, { ...options, dispatcher: undefined }),
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    ttl: {
      AccessToken: () => accessTokenTtl,
      IdToken: 3600,
      Grant: 3600,
      Session: 3600,
      Interaction: 600,
      RefreshToken: 3600,
    },
    findAccount: async (_context, sub) =>
      people[sub] && { accountId: sub, claims: async () => ({ sub, ...people[sub] }) },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile offline_access');
      await grant.save();
      return grant;
    },
  });
  provider.on('backchannel.error', (_context, error) => process.stderr.write(`${error}\n`));
  const serve = provider.callback();
  handle = (request, response) =>
    request.url.startsWith('/interaction/')
      ? interact(provider, request, response)
      : serve(request, response);
}

/** A minimal login page that accepts any `sub` without a password. */
async function interact(provider, request, response) {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html');
    response.end('<form method="post"><input name="login" autofocus><button>Log in</button></form>');
    return;
  }
  const accountId = new URLSearchParams(await text(request)).get('login');
  const result = people[accountId]
    ? { login: { accountId } }
    : { error: 'access_denied', error_description: 'nobody' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** Actions that a test can trigger. */
const controls = {
  people: (value) => (people = value),
  client: (value) => (client = value),
  accessTokenTtl: (value) => (accessTokenTtl = value),
  rotate: async (kid) => (keys = [await makeKey(kid)]),
  /** Signs a token with the provider's key, or with a foreign key under the same key id. */
  sign: async ({ claims, header = {}, foreign = false }) => {
    const key = foreign ? await makeKey(keys[0].kid) : keys[0];
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header })
      .sign(await importJWK(key, 'RS256'));
  },
};

start();
createServer(async (request, response) => {
  if (request.url !== '/control') return handle(request, response);
  const [[name, value]] = Object.entries(JSON.parse(await text(request)));
  const result = await controls[name](value);
  if (name === 'client' || name === 'rotate') start();
  response.end(JSON.stringify({ result }));
}).listen(port, '127.0.0.1', () => process.stdout.write('ready'));
