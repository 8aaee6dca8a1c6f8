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
import { ADDRESS, LETTER, NUMBER, PERSON, type Scene } from '../scene';
import { chatRequest } from '../story';

const ALL = ['Emails', 'Names', 'Phone'];
const PERSONAL = [PERSON, ADDRESS, NUMBER];
const HIDDEN = 'Dear [NAME_1], please write to [EMAIL_1] or call [PHONE_1].';

const chat = (scene: Scene, more: Record<string, unknown>): Promise<ApiAnswer> =>
  scene.call('POST', 'chat', { body: chatRequest(more) });

const required =
  (path: string, field: string): Check =>
  (scene) =>
    expectRequired(scene, path, chatRequest(), field);

const languages =
  (path: string): Check =>
  async (scene, story) => {
    await required(path, 'lang')(scene, story);
    for (const lang of ['en', 'eng', 'de', 'ger', 'deu', 'EN', 'en-GB', 'de_CH'])
      expect((await scene.call('POST', path, { body: chatRequest({ lang }) })).status).toBe(200);
    expectFailure(await scene.call('POST', path, { body: chatRequest({ lang: 'xx' }) }), 400);
  };

const prompt =
  (path: string): Check =>
  async (scene, story) => {
    await required(path, 'prompt')(scene, story);
    for (const blank of ['', ' \n'])
      expectFailure(await scene.call('POST', path, { body: chatRequest({ prompt: blank }) }), 400, 'prompt');
  };

const choices =
  (path: string): Check =>
  async (scene, story) => {
    await required(path, 'choices')(scene, story);
    for (const wrong of [[], ['names'], 'Names', [5], ['Names', 'Address']])
      expectFailure(
        await scene.call('POST', path, { body: chatRequest({ choices: wrong }) }),
        400,
        'choices',
      );
    for (const [spelling, key] of [
      ['Names', 'Names'],
      ['Name', 'Names'],
      ['Emails', 'Emails'],
      ['Email', 'Emails'],
      ['Phone', 'Phone'],
      ['Phones', 'Phone'],
    ] as const) {
      const { body } = await scene.call('POST', path, { body: chatRequest({ choices: [spelling] }) });
      // An address made of a chosen name is hidden too (contract: Anonymizing and restoring).
      expect(body.anonymized_values).toHaveProperty(key);
      if (key !== 'Names') expectEntityMap(body.anonymized_values, [key]);
    }
  };

const model =
  (path: string): Check =>
  async (scene, story) => {
    await required(path, 'model')(scene, story);
    expectFailure(await scene.call('POST', path, { body: chatRequest({ model: 'nobody' }) }), 400, 'model');
  };

const entityKey =
  (key: 'Emails' | 'Names' | 'Phone'): Check =>
  async (scene, { placeholders }) => {
    expect((placeholders.body.detected_values as Record<string, unknown>)[key]).toHaveLength(1);
    const { body } = await scene.call('POST', 'anonymize', {
      body: chatRequest({ prompt: 'Nobody is here.' }),
    });
    expect(body).toMatchObject({ anonymized_values: {}, detected_values: {} });
  };

const expectHidden = (text: unknown): void => {
  expect(text).toMatch(/^Dear .+, please write to .+ or call .+\.$/);
  for (const personal of PERSONAL) expect(text).not.toContain(personal);
};

export const CHAT_CHECKS = {
  'service / chat': (_, { chat: { body } }) => {
    expectHidden(body.anonymized_prompt);
    for (const personal of PERSONAL) expect(body.replaced_response).toContain(personal);
  },

  'entity map / Emails': entityKey('Emails'),
  'entity map / Names': entityKey('Names'),
  'entity map / Phone': entityKey('Phone'),

  'chat result / session_id': (_, { chat: { body } }) => expect(body.session_id).toMatch(UUID),
  'chat result / anonymized_prompt': (_, { chat: { body } }) => expectHidden(body.anonymized_prompt),
  'chat result / replaced_response': (_, { chat: { body } }) =>
    expect(body.replaced_response).toMatch(new RegExp(`${LETTER.replace(/[.+]/g, '\\$&')}$`)),
  'chat result / anonymized_values': (_, { chat: { body } }) => {
    expectEntityMap(body.anonymized_values, ALL);
    for (const [value] of Object.values(body.anonymized_values as Record<string, string[]>))
      expect(body.anonymized_prompt).toContain(value);
  },
  'chat result / total_tokens': (_, { chat: { body } }) => {
    expect(body.total_tokens).toMatch(/^[1-9]\d*$/);
    expect(Object.keys(body)).toHaveLength(5);
  },

  'anonymize result / anonymized_prompt': (_, { anonymized, placeholders }) => {
    expectHidden(anonymized.body.anonymized_prompt);
    expect(placeholders.body.anonymized_prompt).toBe(HIDDEN);
  },
  'anonymize result / anonymized_values': (_, { placeholders: { body } }) =>
    expect(body.anonymized_values).toEqual({
      Names: ['[NAME_1]'],
      Emails: ['[EMAIL_1]'],
      Phone: ['[PHONE_1]'],
    }),
  'anonymize result / detected_values': (_, { anonymized, placeholders }) => {
    for (const { body } of [anonymized, placeholders]) {
      expect(body.detected_values).toEqual({ Names: [PERSON], Emails: [ADDRESS], Phone: [NUMBER] });
      expect(Object.keys(body)).toHaveLength(3);
    }
  },

  'endpoint / anonymize': async (scene, { anonymized }) => {
    expect(anonymized.status).toBe(200);
    await expectProtected(scene, 'POST', 'anonymize');
  },
  'anonymize / lang': languages('anonymize'),
  'anonymize / prompt': prompt('anonymize'),
  'anonymize / choices': choices('anonymize'),
  'anonymize / model': model('anonymize'),
  'anonymize / anonymized': async (scene, story) => {
    await required('anonymize', 'anonymized')(scene, story);
    expect(story.placeholders.body.anonymized_prompt).toContain('[NAME_1]');
    expect(story.anonymized.body.anonymized_prompt).not.toMatch(/\[[A-Z]+_\d/);
  },

  'endpoint / chat': async (scene, { chat: { status } }) => {
    expect(status).toBe(200);
    await expectProtected(scene, 'POST', 'chat');
  },
  'chat / lang': languages('chat'),
  'chat / prompt': prompt('chat'),
  'chat / choices': choices('chat'),
  'chat / model': model('chat'),
  'chat / chat_id': async (scene, { chat: first, secondTurn }) => {
    expect(secondTurn.body.session_id).toBe(first.body.session_id);
    const ids = await Promise.all(
      ['', null, undefined].map(async (chat_id) => (await chat(scene, { chat_id })).body.session_id),
    );
    expect(new Set([...ids, first.body.session_id]).size).toBe(4);
    for (const chat_id of ['x', '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10', 5])
      expectFailure(await chat(scene, { chat_id }), 400, 'chat_id');
  },
  'chat / doc': async (scene, { chatWithFile }) => {
    expect(chatWithFile.body.replaced_response).toContain(`signed by ${ADDRESS}`);
    for (const doc of ['', null, undefined]) expect((await chat(scene, { doc })).status).toBe(200);
    for (const doc of ['x', '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10', 5])
      expectFailure(await chat(scene, { doc }), 400, 'doc');
  },
  'chat / anonymized': async (scene) => {
    for (const flag of ['anonymized', 'anonymize']) {
      const both = { anonymized: undefined, anonymize: undefined };
      expectHidden((await chat(scene, { ...both, [flag]: true })).body.anonymized_prompt);
      expect((await chat(scene, { ...both, [flag]: false })).body.anonymized_prompt).toBe(LETTER);
      for (const wrong of ['true', 1])
        expectFailure(await chat(scene, { ...both, [flag]: wrong }), 400, flag);
    }
    expectFailure(await chat(scene, { anonymized: undefined }), 400, 'anonymized');
  },
} satisfies Checks;
