import {
  UUID,
  expectEntityMap,
  expectFailure,
  expectProtected,
  expectRequired,
  type Check,
  type Checks,
} from '../check';
import type { ApiAnswer } from '../../support/api-client';
import { LETTER, PERSON, type Scene } from '../scene';
import { chatRequest, type Story } from '../story';

const NOT_MINE = ['x', '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10'];

const newChat = async (scene: Scene): Promise<string> =>
  String((await scene.call('POST', 'chat', { body: chatRequest() })).body.session_id);
const nameOf = async (scene: Scene, id: string): Promise<unknown> =>
  ((await scene.call('GET', 'history')).body.data as Record<string, unknown>)[id];
const rename = (scene: Scene, session_id: unknown, new_name: unknown): Promise<ApiAnswer> =>
  scene.call('POST', 'rename-session', { body: { session_id, new_name } });

const dataOf = ({ history }: Story) => history.body.data as { anonymized_values: object; prompts: Entry[] };
type Entry = Record<'responseType' | 'originalPrompt' | 'anonymizedPrompt' | 'response', string>;

const inEnvelope =
  (field: 'success' | 'message', value: unknown): Check =>
  (_, { list, history, upload }) => {
    for (const { body } of [list, history, upload]) expect(body[field]).toEqual(value);
  };

const deleted: Check = async (scene) => {
  const id = await newChat(scene);
  const answer = await scene.call('DELETE', `delete-session/${id}`);
  expect([answer.status, answer.body]).toEqual([200, { success: true, message: expect.any(String) }]);
  expect(await nameOf(scene, id)).toBeUndefined();
  expectFailure(await scene.call('GET', `history/${id}`), 404);
  expectFailure(await scene.call('DELETE', `delete-session/${id}`), 400, 'session_id');
};

const renamed: Check = async (scene) => {
  const id = await newChat(scene);
  const answer = await rename(scene, id, 'Renamed');
  expect([answer.status, answer.body]).toEqual([200, { success: true, message: expect.any(String) }]);
  expect(await nameOf(scene, id)).toBe('Renamed');
};

const badDates: Check = async (scene) => {
  for (const body of [
    { start_date: 2, end_date: 1 },
    { start_date: 'yesterday', end_date: 2 },
    { start_date: '2024-01-01T00:00:00Z', end_date: '2026-01-01T00:00:00Z' },
    { start_date: '2026-01-01T00:00:00', end_date: '2026-01-02T00:00:00Z' },
  ])
    expectFailure(await scene.call('POST', 'get-token-usage', { body }), 400);
};

const dateForms =
  (field: 'start_date' | 'end_date'): Check =>
  async (scene) => {
    const now = Date.now();
    const range = { start_date: now - 1_000, end_date: now + 1_000 };
    await expectRequired(scene, 'get-token-usage', range, field);
    for (const form of [range[field], String(range[field]), new Date(range[field]).toISOString()]) {
      const { status, body } = await scene.call('POST', 'get-token-usage', {
        body: { ...range, [field]: form },
      });
      expect([status, body.data]).toEqual([
        200,
        expect.objectContaining({ [field]: new Date(range[field]).toISOString() }),
      ]);
    }
  };

export const SESSION_CHECKS = {
  'service / sessions': async (scene, { chat }) => {
    expect(await nameOf(scene, String(chat.body.session_id))).toEqual(expect.any(String));
    const others = await scene.call('GET', 'history', { user: scene.stranger });
    expect(others.body.data).toEqual({});
  },
  'service / usage': (scene, { usage }) =>
    expect(usage.body.data).toMatchObject({ organization_id: scene.user.organizationId }),
  'service / one id': async (scene) => {
    const id = await newChat(scene);
    expect((await scene.call('GET', `history/${id}`)).status).toBe(200);
    expect((await rename(scene, id, 'One')).status).toBe(200);
    expect((await scene.call('POST', 'chat', { body: chatRequest({ chat_id: id }) })).body.session_id).toBe(
      id,
    );
    expect((await scene.call('DELETE', `delete-session/${id}`)).status).toBe(200);
  },

  'chat list / data': (_, { list, chat }) =>
    expect(list.body.data).toHaveProperty(
      String(chat.body.session_id),
      LETTER.slice(0, 60).replace(/ \S*$/, ''),
    ),
  'chat history / anonymized_values': (_, story) =>
    expectEntityMap(dataOf(story).anonymized_values, ['Emails', 'Names', 'Phone']),
  'chat history / prompts': (_, story) => {
    expect(dataOf(story).prompts.map(({ originalPrompt }) => originalPrompt)).toEqual([LETTER, 'Thanks!']);
    expect(Object.keys(dataOf(story)).sort()).toEqual(['anonymized_values', 'prompts']);
  },
  'prompt entry / responseType': (_, story) => expect(dataOf(story).prompts[0]?.responseType).toBe('text'),
  'prompt entry / originalPrompt': (_, story) =>
    expect(dataOf(story).prompts[0]?.originalPrompt).toBe(LETTER),
  'prompt entry / anonymizedPrompt': (_, story) =>
    expect(dataOf(story).prompts[0]?.anonymizedPrompt).toBe(story.chat.body.anonymized_prompt),
  'prompt entry / response': (_, story) => {
    const [first] = dataOf(story).prompts;
    expect(first?.response).toContain(story.chat.body.anonymized_prompt);
    expect(first?.response).not.toContain(PERSON);
    expect(Object.keys(first ?? {})).toHaveLength(4);
  },

  'envelope / success': inEnvelope('success', true),
  'envelope / message': inEnvelope('message', expect.stringMatching(/\S/)),
  'envelope / data': (_, { list, history, upload }) => {
    for (const { body } of [list, upload])
      expect(Object.keys(body).sort()).toEqual(['data', 'message', 'success']);
    expect(Object.keys(history.body).sort()).toEqual(['data', 'message', 'response_code', 'success']);
  },
  'envelope / response_code': (_, { history }) => expect(history.body.response_code).toBe(200),

  'session state / none -> exists': async (scene) => {
    const { body } = await scene.call('POST', 'chat', { body: chatRequest({ chat_id: '' }) });
    expect(body.session_id).toMatch(UUID);
    expect(await nameOf(scene, String(body.session_id))).toEqual(expect.any(String));
  },
  'session state / exists -> exists': (_, story) => expect(dataOf(story).prompts).toHaveLength(2),
  'session state / exists -> deleted': deleted,
  'session state / exists -> renamed': renamed,

  'endpoint / history': async (scene, { list }) => {
    expect(list.status).toBe(200);
    await expectProtected(scene, 'GET', 'history');
  },
  'endpoint / chat history': async (scene, { history }) => {
    expect(history.status).toBe(200);
    for (const id of NOT_MINE) expectFailure(await scene.call('GET', `history/${id}`), 404);
  },
  'endpoint / delete-session': deleted,
  'endpoint / rename-session': renamed,
  'rename-session / session_id': (scene) =>
    expectRequired(scene, 'rename-session', { session_id: '', new_name: 'x' }, 'session_id'),
  'rename-session / new_name': async (scene, { chat }) => {
    const { session_id } = chat.body;
    await expectRequired(scene, 'rename-session', { session_id, new_name: 'x' }, 'new_name');
  },
  'endpoint / get-token-usage': async (scene, { usage }) => {
    expect(usage.status).toBe(200);
    expect(usage.body).toMatchObject({ success: true, message: expect.any(String) });
    const data = usage.body.data as Record<string, number>;
    expect(data.requests).toBeGreaterThanOrEqual(3);
    expect(data.total_tokens).toBe(data.prompt_tokens! + data.completion_tokens!);
    await expectProtected(scene, 'POST', 'get-token-usage');
  },
  'get-token-usage / start_date': dateForms('start_date'),
  'get-token-usage / end_date': dateForms('end_date'),

  'error / delete-session, invalid session id': async (scene) => {
    for (const id of NOT_MINE)
      expectFailure(await scene.call('DELETE', `delete-session/${id}`), 400, 'session_id');
  },
  'error / rename-session, invalid session id or name': async (scene, { chat }) => {
    for (const id of NOT_MINE) expectFailure(await rename(scene, id, 'Name'), 400, 'session_id');
    for (const name of ['', ' \n', 'x'.repeat(201)])
      expectFailure(await rename(scene, chat.body.session_id, name), 400, 'new_name');
  },
  'error / get-token-usage, invalid date range': badDates,
} satisfies Checks;
