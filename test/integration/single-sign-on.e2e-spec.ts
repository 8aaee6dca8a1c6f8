import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { eventually, startSystem, type TestSystem } from '@app/testing';
import { Browser } from '../support/identity-provider/browser';
import { CLIENT_ID, CLIENT_SECRET, IdentityProvider, type Claims } from '../support/identity-provider/start';

const AUDIENCE = 'privacy-chat-api';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const SESSION = 'privacy-chat-session';

describe('single sign-on', () => {
  let provider: IdentityProvider;
  let system: TestSystem;
  let origin: string;
  /** Organization ids, by their name in the tests. */
  const organizations = { ours: randomUUID(), theirs: randomUUID(), inactive: randomUUID() };

  beforeAll(async () => {
    provider = await IdentityProvider.start();
    system = await startSystem(
      {
        ...provider.settings(),
        OIDC_ORGANIZATION_CLAIM: 'organization',
        OIDC_GROUPS_CLAIM: 'groups',
        OIDC_ROLE_MAP: 'Admins=admin,Auditors=auditor',
        OIDC_AUDIENCE: AUDIENCE,
      },
      ['api'],
    );
    origin = new URL(system.url('/')).origin;
    await provider.admit(origin);
    for (const [name, id] of Object.entries(organizations))
      await system.db.query('INSERT INTO organizations (id, name, active, grants) VALUES ($1, $2, $3, $4)', [
        id,
        name,
        name !== 'inactive',
        [],
      ]);
  });
  afterAll(async () => {
    await system?.stop();
    await provider?.stop();
  });

  const aPerson = (claims: Claims = {}): Claims => ({
    email: `${randomUUID()}@company.example`,
    organization: organizations.ours,
    groups: [],
    ...claims,
  });
  /** Returns a new subject at the provider. */
  const aSub = (): string => `sub-${randomUUID()}`;

  /** Follows a login up to the address of the callback to which the provider redirects the browser. */
  const toCallback = async (browser: Browser, sub: string): Promise<string> => {
    const begun = await browser.send(system.idm('oidc/login'));
    expect(begun.status).toBe(302);
    return provider.logIn(browser, begun.headers.get('location')!, sub);
  };
  const failed = async (response: Response) => ({
    status: response.status,
    ...((await response.json()) as { errorMessage: string }),
  });
  const session = (browser: Browser, body?: object, headers: Record<string, string> = { origin }) =>
    browser.send(system.idm('session'), {
      method: 'POST',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const codeOf = (response: Response): string =>
    new URLSearchParams(new URL(response.headers.get('location')!).hash.slice(1)).get('login_code')!;

  /** Logs a user in up to the console's session. */
  const logIn = async (
    sub: string,
    browser = new Browser(),
  ): Promise<{ browser: Browser; token: string }> => {
    const back = await browser.send(await toCallback(browser, sub));
    expect([back.status, back.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(`^${origin}/#login_code=[\\w-]{43}$`),
    ]);
    const begun = await session(browser, { code: codeOf(back) });
    expect(begun.status).toBe(200);
    const { jwtToken, ...more } = (await begun.json()) as { jwtToken: string };
    expect(more).toEqual({ role: expect.stringMatching(/^(member|auditor|admin)$/) });
    return { browser, token: jwtToken };
  };
  const call = (token: string) =>
    fetch(system.ai('models'), { headers: { authorization: `Bearer ${token}` } });
  const statusOf = async (token: string): Promise<number> => (await call(token)).status;
  const userOf = async (sub: string) => {
    const { rows } = await system.db.query<{ id: string; user_name: string; role: string; groups: string[] }>(
      `SELECT users.id, user_name, role, organization_id,
         ARRAY(SELECT name FROM groups JOIN group_members ON group_id = groups.id
               WHERE group_members.user_id = users.id ORDER BY name) AS groups
       FROM users JOIN user_identities ON user_identities.user_id = users.id WHERE subject = $1`,
      [sub],
    );
    return rows[0];
  };
  const countUsers = async (): Promise<number> =>
    Number((await system.db.query<{ count: string }>('SELECT count(*) FROM users')).rows[0]!.count);

  it('shows admins its settings without the secret, and whether the provider fits them [SEC-184]', async () => {
    const [sub, other] = [aSub(), aSub()];
    await provider.people({ [sub]: aPerson({ groups: ['Admins'] }), [other]: aPerson() });
    const asked = async (token: string, path = '') => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${origin}/admin/v1/single-sign-on${path}`, { headers });
      return { status: answer.status, text: await answer.text() };
    };
    const { token } = await logIn(sub);
    const shown = await asked(token);
    expect(shown.text).not.toContain(CLIENT_SECRET);
    expect(JSON.parse(shown.text)).toMatchObject({
      data: {
        redirect_uri: `${origin}/idm/v1/oidc/callback`,
        provider: {
          issuer: provider.issuer,
          client_id: CLIENT_ID,
          client_secret: true,
          organization_claim: 'organization',
          groups_claim: 'groups',
          roles: [],
        },
      },
    });
    expect(JSON.parse((await asked(token, '/checks')).text)).toMatchObject({
      data: ['metadata', 'keys', 'signatures', 'scopes'].map((check) => ({ check, fault: null })),
    });
    expect((await asked((await logIn(other)).token)).status).toBe(403);
  });

  it('logs a user in that SCIM has created, by the external id, and no user of another organization [SEC-157]', async () => {
    const sub = aSub();
    const provisioned = async (organizationId: string) => {
      const id = randomUUID();
      await system.db.query(
        `INSERT INTO users (id, organization_id, user_name, login_name, active) VALUES ($1, $2, $3, $3, true)`,
        [id, organizationId, `${id}@company.example`],
      );
      await system.db.query(
        'INSERT INTO user_profiles (user_id, organization_id, external_id) VALUES ($1, $2, $3)',
        [id, organizationId, sub],
      );
      return id;
    };
    const [ours, theirs] = [await provisioned(organizations.ours), await provisioned(organizations.theirs)];
    await provider.people({ [sub]: aPerson() });
    const { token } = await logIn(sub);
    expect(decodeJwt(token).sub).toBe(ours);
    expect(await userOf(sub)).toMatchObject({ id: ours, role: 'member' });
    const { rows } = await system.db.query('SELECT FROM user_identities WHERE user_id = $1', [theirs]);
    expect(rows).toEqual([]);
    await system.db.query('UPDATE users SET active = false WHERE id = $1', [ours]);
    const refused = new Browser();
    expect((await refused.send(await toCallback(refused, sub))).status).toBe(403);
  });

  it('does not log in as a user with a password, whatever external id SCIM sets', async () => {
    const sub = aSub();
    const id = randomUUID();
    await system.db.query(
      `INSERT INTO users (id, organization_id, user_name, login_name, role, active, password_hash)
       VALUES ($1, $2, $3, $3, 'admin', true, 'x')`,
      [id, organizations.ours, `${id}@company.example`],
    );
    await system.db.query(
      'INSERT INTO user_profiles (user_id, organization_id, external_id) VALUES ($1, $2, $3)',
      [id, organizations.ours, sub],
    );
    await provider.people({ [sub]: aPerson() });
    const browser = new Browser();
    expect((await browser.send(await toCallback(browser, sub))).status).toBe(403);
    const { rows } = await system.db.query('SELECT FROM user_identities WHERE user_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('logs a new user in and creates their account, with cookies that scripts cannot read [PRIV-65]', async () => {
    const [sub, person] = [aSub(), aPerson()];
    await provider.people({ [sub]: person });
    const browser = new Browser();
    const begun = await browser.send(system.idm('oidc/login'));
    const asked = new URL(begun.headers.get('location')!).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      client_id: CLIENT_ID,
      redirect_uri: `${origin}/idm/v1/oidc/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^privacy-chat-login=[^;]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const { token } = await logIn(sub);
    expect(decodeJwt(token)).toMatchObject({ email: person.email, organizationId: organizations.ours });
    expect(await statusOf(token)).toBe(200);
    expect(await userOf(sub)).toMatchObject({ user_name: person.email, role: 'member', groups: [] });
  });

  it('creates a user once, also if the e-mail address changes [PRIV-91]', async () => {
    const [sub, person] = [aSub(), aPerson()];
    await provider.people({ [sub]: person });
    await logIn(sub);
    const user = await userOf(sub);
    await provider.people({ [sub]: { ...person, email: `${randomUUID()}@company.example` } });
    await logIn(sub);
    expect(await userOf(sub)).toEqual(user);
  });

  it('updates groups and role from the claims, except for the last admin [SEC-84]', async () => {
    const [sub, other] = [aSub(), aSub()];
    const inTheirs = { organization: organizations.theirs };
    await provider.people({ [sub]: aPerson({ ...inTheirs, groups: ['Admins', 'Sales'] }) });
    await logIn(sub);
    expect(await userOf(sub)).toMatchObject({ role: 'admin', groups: ['Admins', 'Sales'] });
    await system.db.query(
      `WITH made AS (INSERT INTO groups (id, organization_id, name) VALUES ($1, $2, 'By hand') RETURNING id)
       INSERT INTO group_members (user_id, group_id, organization_id) SELECT $3, id, $2 FROM made`,
      [randomUUID(), organizations.theirs, (await userOf(sub))!.id],
    );
    await provider.people({ [sub]: aPerson({ ...inTheirs, groups: ['Sales'] }) });
    await logIn(sub);
    expect(await userOf(sub)).toMatchObject({ role: 'admin', groups: ['By hand', 'Sales'] });
    await provider.people({
      [sub]: aPerson({ ...inTheirs, groups: ['Auditors'] }),
      [other]: aPerson({ ...inTheirs, groups: ['Admins'] }),
    });
    await logIn(other);
    await logIn(sub);
    expect(await userOf(sub)).toMatchObject({ role: 'auditor', groups: ['Auditors', 'By hand'] });
  });

  it.each<[string, Claims]>([
    ['of an unknown organization', { organization: randomUUID() }],
    ['of an inactive organization', { organization: organizations.inactive }],
    ['with a malformed organization id', { organization: 'ours' }],
    ['without an e-mail address', { email: '' }],
    ['with an unverified e-mail address', { email_verified: false }],
  ])('creates no user %s', async (_, claims) => {
    const [sub, before] = [aSub(), await countUsers()];
    await provider.people({ [sub]: aPerson(claims) });
    const browser = new Browser();
    const back = await browser.send(await toCallback(browser, sub));
    expect(await failed(back)).toMatchObject({
      status: 403,
      errorMessage: expect.stringMatching(/has no access to this service/),
    });
    expect(await countUsers()).toBe(before);
  });

  it('rejects a user with a changed organization, and does not match users by e-mail address [SEC-12]', async () => {
    const [moved, namesake, user] = [aSub(), aSub(), await system.user()];
    const person = aPerson();
    await provider.people({ [moved]: person });
    await logIn(moved);
    await provider.people({
      [moved]: { ...person, organization: organizations.theirs },
      [namesake]: aPerson({ email: user.userName.toUpperCase(), organization: user.organizationId }),
    });
    for (const sub of [moved, namesake]) {
      const browser = new Browser();
      expect((await browser.send(await toCallback(browser, sub))).status).toBe(403);
    }
    const linked = ['user', 'link', user.userName, '--issuer', provider.issuer, '--subject', namesake];
    await system.cli(linked);
    const { token } = await logIn(namesake);
    expect(decodeJwt(token)).toMatchObject({ email: user.userName });
  });

  it('accepts an answer of the provider once, in the browser that asked, and unchanged [SEC-10]', async () => {
    const sub = aSub();
    await provider.people({ [sub]: aPerson() });
    const browser = new Browser();
    const address = await toCallback(browser, sub);
    const pending = browser.cookie('privacy-chat-login')!;
    const refused = async (from: Browser, at: string) => failed(await from.send(at));
    const notBegun = { status: 400, errorMessage: expect.stringMatching(/started in another browser/) };
    expect(await refused(new Browser(), address)).toMatchObject(notBegun);
    expect(await refused(browser, address.replace(/state=[^&]+/, 'state=other'))).toMatchObject(notBegun);
    const { hostname } = new URL(origin);
    const keep = (value: string) => browser.setCookie(hostname, 'privacy-chat-login', value);
    // The last character also has bits that mean nothing.
    keep(`${pending.slice(0, 20)}${pending[20] === 'A' ? 'B' : 'A'}${pending.slice(21)}`);
    expect(await refused(browser, address)).toMatchObject(notBegun);
    keep(pending);
    expect((await browser.send(address)).status).toBe(302);
    // The state is used up, also if the browser still sends its cookie.
    keep(pending);
    expect(await refused(browser, address)).toMatchObject(notBegun);
  });

  it('accepts no code twice, no code of another login, and no answer of another provider [SEC-11]', async () => {
    const sub = aSub();
    await provider.people({ [sub]: aPerson() });
    const browser = new Browser();
    const used = new URL(await toCallback(browser, sub));
    expect((await browser.send(used.href)).status).toBe(302);
    const changes: ((address: URL) => void)[] = [
      ({ searchParams }) => searchParams.set('code', used.searchParams.get('code')!),
      ({ searchParams }) => searchParams.set('iss', 'https://other.example'),
      ({ searchParams }) => searchParams.delete('iss'),
      ({ searchParams }) => searchParams.append('code', 'second'),
    ];
    for (const change of changes) {
      const address = new URL(await toCallback(browser, sub));
      change(address);
      expect((await browser.send(address.href)).status).toBe(401);
    }
    const another = new Browser();
    const denied = new URL(await toCallback(another, aSub()));
    expect(denied.searchParams.get('error')).toBe('access_denied');
    expect((await another.send(denied.href)).status).toBe(401);
  });

  it('exchanges its login code for one session, in one browser', async () => {
    const sub = aSub();
    await provider.people({ [sub]: aPerson() });
    const browser = new Browser();
    const code = codeOf(await browser.send(await toCallback(browser, sub)));
    expect((await session(new Browser(), { code })).status).toBe(401);
    expect((await session(browser, { code })).status).toBe(401);
    const again = codeOf(await browser.send(await toCallback(browser, sub)));
    expect((await session(browser, { code: again }, {})).status).toBe(400);
    expect((await session(browser, { code: again }, { origin: 'https://other.example' })).status).toBe(403);
    expect((await session(browser, { code: again })).status).toBe(200);
    expect((await session(browser, { code: again })).status).toBe(401);
  });

  it('accepts new keys of the provider', async () => {
    const sub = aSub();
    await provider.people({ [sub]: aPerson() });
    await logIn(sub);
    await provider.rotateKeys('second');
    const { token } = await logIn(sub);
    expect(await statusOf(token)).toBe(200);
  });

  it('ends a login when its token expires if the provider no longer knows the user [PRIV-87]', async () => {
    const sub = aSub();
    await provider.people({ [sub]: aPerson() });
    await provider.accessTokenTtl(2);
    const { browser, token } = await logIn(sub);
    const { exp, iat } = decodeJwt(token);
    expect(exp! - iat!).toBeLessThanOrEqual(2);
    // The user is still known: the service asks the provider and the session continues.
    await eventually(async () => expect((await confirmedUntil(sub)) < new Date()).toBe(true));
    expect((await session(browser)).status).toBe(200);
    expect((await confirmedUntil(sub)) > new Date()).toBe(true);
    await provider.people({});
    await eventually(async () => expect((await session(browser)).status).toBe(401));
    await provider.accessTokenTtl(3600);
  });
  const confirmedUntil = async (sub: string): Promise<Date> => {
    const { rows } = await system.db.query<{ vouched_until: Date }>(
      'SELECT vouched_until FROM provider_logins WHERE subject = $1',
      [sub],
    );
    return rows[0]!.vouched_until;
  };

  it("ends a user's logins when the user logs out at the provider [PRIV-88]", async () => {
    const sub = aSub();
    await provider.people({ [sub]: aPerson() });
    const [here, elsewhere] = [await logIn(sub), await logIn(sub)];
    await provider.logOut(here.browser);
    await eventually(async () => expect(await statusOf(here.token)).toBe(401));
    expect((await session(here.browser)).status).toBe(401);
    expect(await statusOf(elsewhere.token)).toBe(200);
  });

  const now = (): number => Math.floor(Date.now() / 1000);
  const logoutClaims = (sub: string, more: object = {}) => ({
    iss: provider.issuer,
    aud: CLIENT_ID,
    sub,
    iat: now(),
    exp: now() + 120,
    jti: randomUUID(),
    events: { [LOGOUT_EVENT]: {} },
    ...more,
  });
  const sendLogout = (token: string) =>
    fetch(system.idm('oidc/backchannel-logout'), {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });

  it('accepts a logout token once, and only a valid one [PRIV-92]', async () => {
    const sub = aSub();
    await provider.people({ [sub]: aPerson() });
    const { token } = await logIn(sub);
    const { events: _, ...withoutEvent } = logoutClaims(sub);
    const bad = [
      { claims: logoutClaims(sub), foreign: true },
      { claims: logoutClaims(sub, { iss: 'https://other.example' }) },
      { claims: logoutClaims(sub, { aud: AUDIENCE }) },
      { claims: logoutClaims(sub, { exp: now() - 60 }) },
      { claims: logoutClaims(sub, { iat: now() + 600, exp: now() + 900 }) },
      { claims: logoutClaims(sub, { exp: now() + 86_400 }) },
      { claims: logoutClaims(sub, { nonce: 'n' }) },
      { claims: logoutClaims(sub, { jti: undefined }) },
      { claims: logoutClaims(sub, { sub: undefined }) },
      { claims: logoutClaims(sub, { events: {} }) },
      { claims: withoutEvent },
    ];
    for (const signed of bad) {
      const response = await sendLogout(await provider.sign(signed));
      expect([signed, response.status]).toEqual([signed, 400]);
    }
    expect((await sendLogout('')).status).toBe(400);
    expect(await statusOf(token)).toBe(200);
    const good = await provider.sign({ claims: logoutClaims(sub) });
    expect((await sendLogout(good)).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    const { token: next } = await logIn(sub);
    expect((await sendLogout(good)).status).toBe(400);
    expect(await statusOf(next)).toBe(200);
  });

  it('accepts valid access tokens of the provider for known users, but not to set up a second factor [SEC-13]', async () => {
    const [sub, admin] = [aSub(), aSub()];
    await provider.people({ [sub]: aPerson(), [admin]: aPerson({ groups: ['Admins'] }) });
    const claims = (more: object = {}) => ({
      iss: provider.issuer,
      aud: AUDIENCE,
      sub,
      iat: now(),
      exp: now() + 120,
      ...more,
    });
    const good = await provider.sign({ claims: claims() });
    const before = await countUsers();
    expect(await statusOf(good)).toBe(401);
    expect(await countUsers()).toBe(before);
    await logIn(sub);
    await logIn(admin);
    expect(await statusOf(good)).toBe(200);
    expect(await statusOf(await provider.sign({ claims: claims({ aud: ['other', AUDIENCE] }) }))).toBe(200);
    const bad = [
      { claims: claims(), foreign: true },
      { claims: claims({ iss: 'https://other.example' }) },
      { claims: claims({ aud: CLIENT_ID }) },
      { claims: claims({ aud: undefined }) },
      { claims: claims({ exp: now() - 60 }) },
      { claims: claims({ exp: undefined }) },
      { claims: claims({ iat: now() + 600, exp: now() + 900 }) },
      { claims: claims({ nbf: now() + 600 }) },
      { claims: claims({ sub: undefined }) },
      { claims: claims({ sub: '' }) },
    ];
    for (const signed of bad)
      expect([signed, await statusOf(await provider.sign(signed))]).toEqual([signed, 401]);
    const [head, body] = good.split('.') as [string, string];
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const forged of [`${none}.${body}.`, `${head}.${body}.`, `${none}.${body}.AAAA`])
      expect(await statusOf(forged)).toBe(401);
    await system.db.query('UPDATE users SET active = false WHERE id = $1', [(await userOf(sub))!.id]);
    expect(await statusOf(good)).toBe(401);
    // Unlike a login, such a token cannot set up a second factor.
    const ofAdmin = await provider.sign({ claims: claims({ sub: admin }) });
    expect((await userOf(admin))?.role).toBe('admin');
    expect(await statusOf(ofAdmin)).toBe(200);
    const enrolled = await fetch(system.idm('second-factor'), {
      method: 'POST',
      headers: { authorization: `Bearer ${ofAdmin}` },
    });
    expect(enrolled.status).toBe(403);
  });

  it('reports that the provider is unavailable, and logs users in who do not need it [SEC-85]', async () => {
    const user = await system.user();
    const api = await system.startApi({ OIDC_ISSUER: 'http://127.0.0.1:9' });
    const base = `http://127.0.0.1:${api.env.PORT}/idm/v1`;
    expect(await failed(await fetch(`${base}/oidc/login`))).toMatchObject({
      status: 503,
      errorMessage: expect.stringMatching(/provider does not answer/),
    });
    const { userName, password } = user;
    const login = await fetch(`${base}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName, password }),
    });
    expect(login.status).toBe(200);
  });

  it('logs no part of a login', async () => {
    const sub = aSub();
    await provider.people({ [sub]: aPerson() });
    const browser = new Browser();
    const address = await toCallback(browser, sub);
    const code = codeOf(await browser.send(address));
    await session(browser, { code });
    const secrets = [code, browser.cookie(SESSION)!, ...new URL(address).searchParams.values(), sub];
    for (const secret of secrets.filter((one) => one !== provider.issuer))
      expect(system.api.output).not.toContain(secret);
  });
});
