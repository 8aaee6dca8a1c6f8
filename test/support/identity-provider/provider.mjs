/**
 * An OpenID provider as a process of its own, on the port that it is given: certified code with people made up by a test.
 * What the test changes it changes at /control.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

const port = Number(process.argv[2]);
const issuer = `http://127.0.0.1:${port}`;

/** The claims of those who may log in, by `sub`; whoever is not there is not known, or no longer. */
let people = {};
let client;
let accessTokenTtl = 3600;
let keys = [await makeKey('first')];
let handle;

async function makeKey(kid) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** What it knows of logins and tokens lies beside it: a provider with new keys goes on with them. */
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
    // It would call nobody on this machine by itself; the service under test is.
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

/** A bare page that asks who it is, and believes it. */
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

/** What a test may change or ask for. */
const controls = {
  people: (value) => (people = value),
  client: (value) => (client = value),
  accessTokenTtl: (value) => (accessTokenTtl = value),
  rotate: async (kid) => (keys = [await makeKey(kid)]),
  /** A token with the provider's own signature, or with that of somebody else who uses its key's name. */
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
