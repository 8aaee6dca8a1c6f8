import { VERSION } from '@app/common';
import { randomUUID } from 'node:crypto';
import { expectFailure, expectProtected, TIMESTAMP, type Check, type Checks } from '../check';
import type { ApiAnswer } from '../../support/api-client';
import type { Scene } from '../scene';

const logIn = (scene: Scene, body: object): Promise<ApiAnswer> =>
  scene.call('POST', '/idm/v1/auth/login', { body, user: null });

const required =
  (field: 'userName' | 'password'): Check =>
  async (scene) => {
    const { userName, password } = scene.user;
    for (const wrong of [undefined, null, 5, '']) {
      const { status, body } = await logIn(scene, { userName, password, [field]: wrong });
      expect([status, body.errorMessage]).toEqual([400, expect.stringContaining(field)]);
    }
  };

const claims = (token: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(token).split('.')[1]!, 'base64url').toString());

export const LOGIN_CHECKS = {
  'service / login': (_, { login }) =>
    expect([login.status, typeof login.body.jwtToken]).toEqual([200, 'string']),
  'service / identity': async (scene, { chat }) => {
    const { organizationId, userName: email } = scene.stranger;
    const lie = { organizationId, organization_id: organizationId, email, userName: email };
    const dates = { start_date: Date.now() - 60_000, end_date: Date.now() };
    const usage = await scene.call('POST', 'get-token-usage', { body: { ...dates, ...lie } });
    expect(usage.body.data).toMatchObject({ organization_id: scene.user.organizationId });
    const asked = {
      body: { session_id: chat.body.session_id, new_name: 'Mine', ...lie },
      user: scene.stranger,
    };
    expectFailure(await scene.call('POST', 'rename-session', asked), 400, 'session_id');
  },

  'login request / userName': required('userName'),
  'login request / password': required('password'),
  'login response / jwtToken': (_, { login }) =>
    expect(login.body.jwtToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  'login response / refreshToken': (_, { login }) => {
    expect(Object.keys(login.body).sort()).toEqual(['jwtToken', 'refreshToken']);
    expect(login.body.refreshToken).toMatch(/^\S{20,}$/);
  },
  'login error / errorDate': (_, { wrongPassword }) => {
    expect(wrongPassword.body.errorDate).toMatch(TIMESTAMP);
    expect(Math.abs(Date.parse(String(wrongPassword.body.errorDate)) - Date.now())).toBeLessThan(1_800_000);
  },
  'login error / errorMessage': (_, { wrongPassword }) =>
    expect(wrongPassword.body).toEqual({ errorDate: expect.any(String), errorMessage: expect.any(String) }),

  'endpoint / login': async (scene, { login }) => {
    expect(login.status).toBe(200);
    expect(login.headers.get('content-type')).toMatch(/^application\/json/);
    const { userName, password } = scene.user;
    const form = { body: new URLSearchParams({ userName, password }).toString(), user: null };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await scene.call('POST', '/idm/v1/auth/login', { ...form, headers })).status).toBe(415);
  },

  'authentication / 1': (_, { login }) => expect(login.status).toBe(200),
  'authentication / 2': async (scene) => {
    const requests = [
      ['POST', 'job/transcribe'],
      ['POST', 'job/anonymize'],
      ['GET', 'history'],
      ['GET', 'history/x'],
      ['POST', 'upload'],
      ['POST', 'anonymize'],
      ['POST', 'chat'],
      ['DELETE', 'delete-session/x'],
      ['POST', 'rename-session'],
      ['POST', 'get-token-usage'],
      ['POST', 'generate-image'],
    ] as const;
    for (const [method, path] of requests) {
      await expectProtected(scene, method, path);
      const { token } = scene.user;
      for (const authorization of [token, `Basic ${token}`, 'Bearer', `Bearer ${token}x`, 'Bearer a.b.c'])
        expectFailure(await scene.call(method, path, { user: { authorization: { authorization } } }), 401);
    }
  },
  'authentication / 3': ({ user }, { login }) =>
    expect(claims(login.body.jwtToken)).toMatchObject({
      email: user.userName,
      organizationId: user.organizationId,
    }),
  'authentication / 4': (_, { login }) => expect(login.body.refreshToken).toEqual(expect.any(String)),
  'authentication / 5': async (scene) => {
    const text = { 'content-type': 'text/plain' };
    expectFailure(await scene.call('POST', 'job/anonymize', { body: '{}', headers: text }), 415);
    expectFailure(await scene.call('POST', 'job/transcribe', { body: '{}' }), 415);
  },

  'error / login, wrong password': (_, { wrongPassword: { status, body } }) =>
    expect([status, body]).toEqual([
      401,
      { errorDate: expect.stringMatching(TIMESTAMP), errorMessage: 'Invalid UserName or Password!' },
    ]),
  'error / login, unknown or inactive user': async (scene) => {
    const inactive = await scene.system.user();
    await scene.system.db.query('UPDATE users SET active = false WHERE user_name = $1', [inactive.userName]);
    const unknown = `nobody-${randomUUID()}@company.example`;
    for (const [userName, password] of [
      [unknown, 'x'],
      [inactive.userName, inactive.password],
    ]) {
      const { status, body } = await logIn(scene, { userName, password });
      const errorMessage = `UserNotfound Or Inactive ${userName}`;
      expect([status, body]).toEqual([401, { errorDate: expect.stringMatching(TIMESTAMP), errorMessage }]);
    }
  },
  'version / prefix': async (scene) => {
    const { info, paths } = (await scene.call('GET', '/docs-json')).body as {
      info: { version: string; description: string };
      paths: Record<string, unknown>;
    };
    expect(info.version).toBe(VERSION);
    expect(info.description).toContain('This is version 1.0 of the API.');
    for (const path of Object.keys(paths).filter((path) => !/^\/(health|metrics)/.test(path)))
      expect(path).toMatch(/^\/(idm|ai|admin)\/v1\/(?!v\d)/);
  },
} satisfies Checks;
