import { eventually, type TestUser } from '@app/testing';
import { ApiClient } from '../../api-client';
import { accepted, anAnonymization } from '../../jobs';
import type { Stage } from '../stage';
import { expectStatus } from './chats';

const POLICY = '/admin/v1/policy';

/** Reads, sets, previews, applies and rejects a policy that contains terms of an organization. */
export async function playPolicies(stage: Stage): Promise<void> {
  const { plants, system } = stage;
  // A separate organization, since the other scenarios have no policy.
  const admin = await system.user({ role: 'admin' });
  const phrase = plants.surname('policy: phrase');
  const pattern = plants.surname('policy: pattern');
  const exception = plants.email('policy: exception', 'open');
  const policy = {
    modes: { Phone: 'block' },
    internal: { models: [plants.secret('policy: internal model')], modes: { Emails: 'asked' } },
    terms: [{ phrase, label: 'PROJECT' }, { pattern: `${pattern}-\\d{4}` }],
    exceptions: [{ value: exception, kind: 'Emails' }],
    system_prompt: `You know all about ${plants.content('policy: system prompt')}.`,
    models: [{ model: plants.secret('policy: model'), groups: [] }],
  };
  const text = `Ask ${exception} about ${phrase}, and about ${pattern}-1234.`;
  await expectStatus(200, set(stage, admin, policy, '0'));
  await expectStatus(200, stage.call(POLICY, { user: admin }));
  await expectStatus(200, stage.call(`${POLICY}/versions`, { user: admin }));
  await expectStatus(200, stage.call(`${POLICY}/versions/1`, { user: admin }));
  await expectStatus(200, stage.ai('kinds', { user: admin }));
  await preview(stage, admin, policy, text);
  await apply(stage, admin, text);
  await refuse(stage, admin);
}

const set = (stage: Stage, user: TestUser, body: object, version: string) =>
  stage.call(POLICY, { method: 'PUT', user, body, headers: { 'if-match': version } });

async function preview(stage: Stage, user: TestUser, policy: object, text: string): Promise<void> {
  const { plants } = stage;
  for (const tried of [text, plants.sentence('preview of a policy')])
    await expectStatus(
      200,
      stage.call(`${POLICY}/preview`, { user, body: { policy, text: tried, lang: 'en' } }),
    );
  for (const prompt of [text, plants.sentence('preview')])
    await expectStatus(200, stage.ai('preview', { user, body: stage.prompt(prompt) }));
  for (const more of [
    { lang: plants.secret('preview: refused lang') },
    { choices: [plants.secret('preview: refused choice')] },
    { model: plants.secret('preview: refused model') },
  ])
    await expectStatus(400, stage.ai('preview', { user, body: stage.prompt(text, more) }));
  const terms = [{ phrase: plants.secret('preview: refused phrase').repeat(20) }];
  const body = { policy: { terms }, text: plants.secret('preview: text'), lang: 'en' };
  await expectStatus(400, stage.call(`${POLICY}/preview`, { user, body }));
}

/** Applies the policy in a chat and in a job, and sends text that it blocks. */
async function apply(stage: Stage, user: TestUser, text: string): Promise<void> {
  const { plants, around, system } = stage;
  for (const style of ['surrogates', 'placeholders']) {
    const headers = { 'x-replacements': style };
    await expectStatus(200, stage.ai('chat', { user, body: stage.prompt(text), headers }));
  }
  const blocked = plants.sentence('chat that a policy blocks');
  await expectStatus(400, stage.ai('chat', { user, body: stage.prompt(blocked) }));
  const api = new ApiClient(system, user);
  const job = anAnonymization(`${around.receiver.url}/${plants.secret('job under a policy: webhook path')}`, {
    text,
    lang: 'en',
  });
  const id = await accepted(api.post('job/anonymize', job));
  await eventually(async () => {
    const { body } = await api.get<{ status: string }>(`job/${id}`);
    if (body.status === 'accepted') throw new Error('The job has not ended');
  });
}

/** Sends invalid policies, each with a planted value at its fault. */
async function refuse(stage: Stage, user: TestUser): Promise<void> {
  const secret = (field: string): string => stage.plants.secret(`refused policy: ${field}`);
  for (const policy of [
    { [secret('name of a field')]: secret('unknown field') },
    { modes: { [secret('kind')]: secret('mode') } },
    { modes: { Emails: secret('mode of a kind') } },
    { terms: [{ phrase: secret('phrase').repeat(20) }] },
    { terms: [{ pattern: `(${secret('pattern')}` }] },
    { terms: [{ phrase: secret('phrase of a label'), label: secret('label') }] },
    { terms: [{ phrase: secret('phrase of a field'), [secret('field of a term')]: true }] },
    { exceptions: [{ value: secret('value'), kind: secret('kind of a value') }] },
    { models: [{ model: secret('model'), groups: [secret('group')] }] },
    { modes: { Emails: 'block' }, system_prompt: stage.plants.email('refused policy: system prompt') },
  ])
    await expectStatus(400, set(stage, user, policy, '1'));
  await expectStatus(412, set(stage, user, { system_prompt: secret('late prompt') }, secret('If-Match')));
}
