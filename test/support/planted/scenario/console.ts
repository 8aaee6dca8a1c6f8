import { randomUUID } from 'node:crypto';
import { Browser } from '../../identity-provider/browser';
import { CLIENT_ID, CLIENT_SECRET, type IdentityProvider } from '../../identity-provider/start';
import type { Stage } from '../stage';
import { expectStatus } from './chats';

const [LOGIN, CALLBACK, LOGOUT, SESSION] = [
  '/idm/v1/oidc/login',
  '/idm/v1/oidc/callback',
  '/idm/v1/oidc/backchannel-logout',
  '/idm/v1/session',
] as const;

/** Console sessions by password and by single sign-on, with wrong answers, codes and cookies. */
export async function playConsole(stage: Stage, provider: IdentityProvider): Promise<void> {
  stage.plants.add('secret', 'OIDC_CLIENT_SECRET', CLIENT_SECRET);
  await withPassword(stage);
  await signOn(stage, provider);
  await refuse(stage);
}

/** Sends a request as a page of the service in a browser. */
async function send(
  stage: Stage,
  browser: Browser,
  path: string,
  method = 'GET',
  body?: object,
): Promise<{ status: number; body: unknown; location: string }> {
  const { origin } = new URL(stage.system.url('/'));
  const headers = { origin, ...(body && { 'content-type': 'application/json' }) };
  const options = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await browser.send(stage.system.url(path), options);
  const location = response.headers.get('location') ?? '';
  return { status: response.status, body: await stage.read(path, response), location };
}

function plantSession({ plants }: Stage, browser: Browser, answer: unknown): void {
  plants.add('secret', 'signature of a jwtToken', (answer as { jwtToken: string }).jwtToken.split('.')[2]!);
  plants.add('secret', 'cookie of a session', browser.cookie('privacy-chat-session')!);
}

async function withPassword(stage: Stage): Promise<void> {
  const { plants, system } = stage;
  const { userName, password } = await system.user({ organizationId: stage.user.organizationId });
  plants.add('secret', 'userName at the console', userName);
  plants.add('secret', 'password at the console', password);
  const browser = new Browser();
  for (const body of [{ userName, password }, undefined])
    plantSession(stage, browser, await expectStatus(200, send(stage, browser, SESSION, 'POST', body)));
  await expectStatus(200, send(stage, browser, SESSION, 'DELETE'));
  await expectStatus(401, send(stage, browser, SESSION, 'POST'));
}

async function signOn(stage: Stage, provider: IdentityProvider): Promise<void> {
  const { plants, user } = stage;
  const sub = plants.secret('sub at the provider');
  const email = plants.email('userName at the provider', 'secret');
  const groups = [plants.secret('group name at the provider')];
  await provider.people({ [sub]: { email, organization: user.organizationId, groups } });
  const browser = new Browser();
  const begun = await send(stage, browser, LOGIN);
  plants.add('secret', 'cookie of a login', browser.cookie('privacy-chat-login')!);
  const asked = new URL(begun.location).searchParams;
  for (const name of ['state', 'nonce']) plants.add('secret', `${name} of a login`, asked.get(name)!);

  const back = new URL(await provider.logIn(browser, begun.location, sub));
  plants.add('secret', "provider's code", back.searchParams.get('code')!);
  const coming = send(stage, browser, `${CALLBACK}${back.search}`);
  await expectStatus(302, coming);
  const code = new URLSearchParams(new URL((await coming).location).hash.slice(1)).get('login_code')!;
  plants.add('secret', 'login_code', code);
  plants.add('secret', 'cookie of a login_code', browser.cookie('privacy-chat-code')!);
  plantSession(stage, browser, await expectStatus(200, send(stage, browser, SESSION, 'POST', { code })));
  await expectStatus(400, send(stage, browser, `${CALLBACK}${back.search}`));

  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: provider.issuer, aud: CLIENT_ID, sub, iat: now, exp: now + 120, jti: randomUUID() };
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const token = await provider.sign({ claims: { ...claims, events } });
  plants.add('secret', 'signature of a logout_token', token.split('.')[2]!);
  for (const status of [200, 400]) await expectStatus(status, logOut(stage, token));
  await expectStatus(401, send(stage, browser, SESSION, 'POST'));
}

/** Sends the logout token that the provider sends when a user logs out there. */
const logOut = (stage: Stage, token: string) =>
  stage.call(LOGOUT, {
    user: null,
    body: new URLSearchParams({ logout_token: token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

async function refuse(stage: Stage): Promise<void> {
  const { plants, system } = stage;
  const secret = (field: string): string => plants.secret(`refused ${field} at the console`);
  const { hostname } = new URL(system.url('/'));
  const browser = new Browser();
  for (const name of ['session', 'login', 'code'])
    browser.setCookie(hostname, `privacy-chat-${name}`, secret(`cookie ${name}`));
  const answer = new URLSearchParams({ code: secret('code'), state: secret('state'), iss: secret('iss') });
  await expectStatus(401, send(stage, browser, SESSION, 'POST', { code: secret('login_code') }));
  await expectStatus(401, send(stage, browser, SESSION, 'POST'));
  await expectStatus(400, send(stage, browser, `${CALLBACK}?${answer.toString()}`));
  await expectStatus(400, send(stage, browser, SESSION, 'POST', { userName: secret('name alone') }));
  const userName = plants.email('userName that the console refuses', 'secret');
  await expectStatus(
    401,
    send(stage, browser, SESSION, 'POST', { userName, password: secret('password'), otp: secret('otp') }),
  );
  await expectStatus(400, logOut(stage, secret('logout_token')));
}
