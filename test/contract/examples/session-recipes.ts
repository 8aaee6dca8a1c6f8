import { Secret, TOTP } from 'otpauth';
import type { TestUser } from '@app/testing';
import type { Caller } from '../../support/api-client';
import type { Scene } from '../scene';
import { asks, BODY_FAULTS, UNKNOWN_ID, wrongType, type Recipe } from './recipe';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const ownOrigin = ({ system }: Scene) => ({ origin: new URL(system.url('/')).origin });
const elsewhere = () => ({ origin: 'https://elsewhere.example' });

/** Logs a new user in from a page of `origin`. */
const fromPage =
  (
    origin: (scene: Scene) => Record<string, string>,
    { withPassword = true, enrolled: isEnrolled = false } = {},
  ): Recipe =>
  async (scene, { method, path, bodyTypes }) => {
    const { user } = isEnrolled ? await enrolled(scene) : { user: await scene.system.user() };
    const { userName, password } = user;
    const body = { userName, ...(withPassword && { password }) };
    const headers = origin(scene);
    return scene.call(method, path, { headers, user: null, ...(bodyTypes.length > 0 && { body }) });
  };

/** Creates a user with an activated second factor and recovery codes. */
async function enrolled(scene: Scene): Promise<{ user: TestUser; recoveryCodes: string[] }> {
  const user = await scene.system.user();
  const confirmed = await scene.call('POST', '/idm/v1/second-factor/confirm', {
    user,
    body: { otp: await firstCode(scene, user) },
  });
  return { user, recoveryCodes: confirmed.body.recovery_codes as string[] };
}

/** Starts an enrollment. @returns the first code for its secret */
async function firstCode(scene: Scene, user: TestUser): Promise<string> {
  const { body } = await scene.call('POST', '/idm/v1/second-factor', { user });
  return new TOTP({ secret: Secret.fromBase32(String(body.secret)) }).generate();
}

const WRONG_CODE = { otp: 'wrong' };

/** Calls as a user after `prepare`, with the body that `prepare` returns. */
const as =
  (prepare: (scene: Scene) => Promise<{ user: Caller; body?: object }>): Recipe =>
  async (scene, operation) => {
    const { user, body = operation.request } = await prepare(scene);
    const isRead = operation.bodyTypes.length > 0;
    return scene.call(operation.method, operation.path, { user, ...(isRead && { body }) });
  };
const asEnrolled = as(enrolled);
const asNewcomer = as(async ({ system }) => ({ user: await system.user() }));

/** Logs a new user in from a page of the service in Firefox on Windows, as their only login. */
async function inFirefox(scene: Scene) {
  const { userName, password } = await scene.system.user();
  const headers = {
    ...ownOrigin(scene),
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0',
  };
  const { body } = await scene.call('POST', '/idm/v1/session', {
    body: { userName, password },
    headers,
    user: null,
  });
  const user = { authorization: { authorization: `Bearer ${String(body.jwtToken)}` } };
  await scene.call('DELETE', '/idm/v1/logins', { user });
  return { user };
}

/** Ends the login of the request itself. */
const ownLogin: Recipe = async (scene, operation) => {
  const { user } = await inFirefox(scene);
  const { body } = await scene.call('GET', '/idm/v1/logins', { user });
  const [login] = body.data as { id: string }[];
  return scene.call(operation.method, operation.at(login!.id), { user });
};

/** Recipes for the console's session and the second factor. */
export const SESSION_RECIPES: Record<string, Record<number, Recipe>> = {
  'POST /idm/v1/session': {
    200: fromPage(ownOrigin),
    400: fromPage(ownOrigin, { withPassword: false }),
    401: fromPage(ownOrigin, { enrolled: true }),
    403: fromPage(elsewhere),
    ...BODY_FAULTS,
  },
  'DELETE /idm/v1/session': {
    200: fromPage(ownOrigin),
    400: fromPage(() => ({})),
    403: fromPage(elsewhere),
  },
  'GET /idm/v1/logins': { 200: as(inFirefox) },
  'DELETE /idm/v1/logins': { 200: asNewcomer },
  'DELETE /idm/v1/logins/{login_id}': { 200: ownLogin, 404: asks(() => [UNKNOWN_ID]) },
  'GET /idm/v1/profile': {
    200: as(async (scene) => {
      const user = await scene.system.user();
      const body = { display_name: 'Anna Schmidt' };
      await scene.call('PUT', '/idm/v1/profile', { user, body });
      return { user };
    }),
  },
  'PUT /idm/v1/profile': {
    200: asNewcomer,
    400: as(async ({ system }) => ({ user: await system.user(), body: { display_name: ' ' } })),
    409: as(async (scene) => {
      const user = await scene.system.user();
      await scene.system.db.query(
        'INSERT INTO user_profiles (user_id, organization_id, display_name) VALUES ($1, $2, $3)',
        [user.id, user.organizationId, 'Anna Schmidt'],
      );
      return { user };
    }),
    ...BODY_FAULTS,
  },
  'GET /idm/v1/second-factor': { 200: asEnrolled },
  'POST /idm/v1/second-factor': { 200: asNewcomer, 409: asEnrolled },
  'POST /idm/v1/second-factor/confirm': {
    200: as(async (scene) => {
      const user = await scene.system.user();
      return { user, body: { otp: await firstCode(scene, user) } };
    }),
    400: as(async (scene) => {
      const user = await scene.system.user();
      await firstCode(scene, user);
      return { user, body: WRONG_CODE };
    }),
    409: asNewcomer,
    ...BODY_FAULTS,
  },
  'POST /idm/v1/second-factor/disable': {
    200: as(async (scene) => {
      const { user, recoveryCodes } = await enrolled(scene);
      return { user, body: { otp: recoveryCodes[0] } };
    }),
    400: as(async (scene) => ({ ...(await enrolled(scene)), body: WRONG_CODE })),
    409: asNewcomer,
    ...BODY_FAULTS,
  },
  'POST /idm/v1/oidc/backchannel-logout': {
    413: (scene, { method, path }) =>
      scene.call(method, path, { body: `logout_token=${'x'.repeat(1024 ** 2)}`, headers: FORM, user: null }),
    415: wrongType,
  },
};
