import type { TestUser } from '@app/testing';
import { ApiClient, type ApiAnswer } from '../../support/api-client';
import { aPrompt, readHistory, sendPrompt } from '../../support/chat';
import { accepted, JobClient } from '../../support/jobs';
import { useApiAndWorker } from './scene';

const EMAIL = 'anna.brandt@company.example';
const TEXT = `Write to ${EMAIL} about Nordlicht, call +49 30 901820.`;
const POLICY = {
  modes: { Emails: 'block', Phone: 'remove' },
  terms: [{ phrase: 'Nordlicht', label: 'PROJECT' }],
  system_prompt: 'You work for a bank.',
};
const BLOCKED = 'holds Emails, which the policy of your organization blocks';

const scene = useApiAndWorker();
let admin: TestUser;
let api: ApiClient;
let jobs: JobClient;
/** Number of requests to the model server before the test. */
let before: number;

beforeAll(async () => {
  admin = await scene.system.user({ role: 'admin' });
  api = new ApiClient(scene.system, admin);
  jobs = new JobClient(api, scene.receiver);
});
beforeEach(() => {
  before = scene.upstream.requests.length;
});

let version = 0;
async function govern(policy: object): Promise<void> {
  const headers = { 'if-match': `"${version}"` };
  const answer = await api.call<{ data: { version: number } }>('PUT', '/admin/v1/policy', {
    body: policy,
    headers,
  });
  expect(answer).toMatchObject({ status: 200 });
  version = answer.body.data.version;
}
/** Returns everything that the model server received. */
const sent = (): string =>
  scene.upstream.requests
    .slice(before)
    .map(({ raw }) => raw)
    .join('\n');
const refusal = (field: string) => ({
  status: 400,
  body: { message: `${field} ${BLOCKED}`, errors: [{ field, message: BLOCKED }] },
});
const completion = (messages: object[], headers: Record<string, string> = {}) =>
  api.post<{ choices: { message: { content: string } }[] }>(
    'openai/v1/chat/completions',
    { model: 'test-model', messages },
    headers,
  );
const user = (content: string) => ({ role: 'user', content });

describe('a policy', () => {
  it('is read with its version, and replaced only with the current version in If-Match [PRIV-42]', async () => {
    await govern(POLICY);
    const { body, headers } = await api.get<Record<string, unknown>>('/admin/v1/policy');
    expect(headers.get('etag')).toBe(`"${version}"`);
    expect(body).toMatchObject({ data: { version, policy: POLICY } });
    const late = await api.call('PUT', '/admin/v1/policy', { body: {}, headers: { 'if-match': '0' } });
    expect(late).toMatchObject({ status: 412, body: { success: false, response_code: 412 } });
    expect(await api.call('PUT', '/admin/v1/policy', { body: {} })).toMatchObject({ status: 412 });
    const faulty = { terms: [{ phrase: 'a' }, { phrase: '' }] };
    const headersOfNext = { 'if-match': String(version) };
    expect(await api.call('PUT', '/admin/v1/policy', { body: faulty, headers: headersOfNext })).toMatchObject(
      {
        status: 400,
        body: { errors: [{ field: 'terms[1].phrase', message: 'must be 1 to 200 characters' }] },
      },
    );
  });

  it('can be previewed on a text before it is set, and is hidden from members', async () => {
    const body = { policy: { modes: { Emails: 'block' } }, text: EMAIL, lang: 'en' };
    expect(await api.post('/admin/v1/policy/preview', body)).toMatchObject({
      status: 200,
      body: { data: [{ start: 0, end: EMAIL.length, kind: 'Emails', mode: 'block' }] },
    });
    const member = new ApiClient(
      scene.system,
      await scene.system.user({ organizationId: admin.organizationId }),
    );
    expect(await member.get('/admin/v1/policy')).toMatchObject({ status: 403 });
  });

  it('appears in the list of kinds and in the preview of a prompt [PRIV-43]', async () => {
    const { body } = await api.get<{ data: { kind: string }[] }>('kinds');
    expect(body.data.find(({ kind }) => kind === 'Emails')).toMatchObject({
      placeholder: '[EMAIL_1]',
      mode: 'block',
      fixed: true,
    });
    const preview = await api.post<{ data: object[] }>('preview', { ...aPrompt(TEXT), choices: [] });
    expect(preview.body.data).toMatchObject([
      { kind: 'Emails', mode: 'block' },
      { kind: 'Terms', mode: 'always' },
      { kind: 'Phone', mode: 'remove' },
    ]);
  });
});

describe('a text that a policy blocks is refused', () => {
  const nothingLeft = () => expect(sent()).not.toContain(EMAIL);

  it.each<[string, string, () => Promise<ApiAnswer<object>>]>([
    ['in a chat', 'prompt', () => sendPrompt(api, TEXT)],
    ['in a chat that is not to be anonymized', 'prompt', () => sendPrompt(api, TEXT, { anonymized: false })],
    ['before a stream', 'prompt', () => api.post('chat', aPrompt(TEXT), { accept: 'text/event-stream' })],
    ['in POST anonymize', 'prompt', () => api.post('anonymize', aPrompt(TEXT))],
    ['in an image', 'prompt', () => api.post('generate-image', { prompt: TEXT })],
  ])('%s', async (_, field, call) => {
    expect(await call()).toMatchObject(refusal(field));
    nothingLeft();
  });

  it('in a document that is attached to a chat or anonymized', async () => {
    const { body } = await api.upload(TEXT, 'letter.txt');
    expect(await sendPrompt(api, 'Sum it up', { doc: body.data })).toMatchObject(refusal('doc'));
    expect(await api.post('anonymize', { ...aPrompt(''), prompt: undefined, doc: body.data })).toMatchObject(
      refusal('doc'),
    );
    nothingLeft();
  });

  it('in new messages and tool results at the gateway [SEC-100]', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
    const asked = [user('Hi'), { role: 'assistant', content: null, tool_calls: [call] }];
    for (const [messages, param] of [
      [[user('Hi'), { role: 'assistant', content: 'Hi' }, user(TEXT)], 'messages[2].content'],
      [
        [...asked, { role: 'tool', tool_call_id: 'c', content: JSON.stringify({ to: EMAIL }) }],
        'messages[2].content',
      ],
    ] as const)
      expect(await completion([...messages])).toMatchObject({
        status: 400,
        body: { error: { param, message: `${param} ${BLOCKED}` } },
      });
    nothingLeft();
  });

  it('in a job, which fails', async () => {
    const jobId = await accepted(jobs.anonymize({ text: TEXT }));
    const [webhook] = await jobs.delivered(jobId);
    expect(webhook.body).toMatchObject({
      status: 'failed',
      error: 'Blocked by policy: Emails',
    });
  });
});

describe('a value that a policy removes, or a term of the policy', () => {
  const ALLOWED = 'Call +49 30 901820 about Nordlicht.';
  const SENT = 'Call [PHONE_1] about [PROJECT_1].';

  it('is not sent in a chat, and only terms are restored', async () => {
    const { body } = await sendPrompt(api, ALLOWED, { anonymized: false });
    expect(body).toMatchObject({
      anonymized_prompt: SENT,
      replaced_response: 'You said: Call [PHONE_1] about Nordlicht.',
      anonymized_values: { Phone: ['[PHONE_1]'], Terms: ['[PROJECT_1]'] },
    });
    expect(sent()).not.toMatch(/901820|Nordlicht/);
    expect(sent()).toContain('You work for a bank.');
    const { data } = await readHistory(api, body.session_id, '?include=restored,replacements');
    expect(data).toMatchObject({
      detected_values: { Terms: ['Nordlicht'] },
      prompts: [
        {
          originalPrompt: ALLOWED,
          replacements: [
            { start: 5, end: 14, kind: 'Phone' },
            { start: 21, end: 32, kind: 'Terms', original: 'Nordlicht' },
          ],
        },
      ],
    });
    expect((data.prompts[0] as unknown as { replacements: [object] }).replacements[0]).not.toHaveProperty(
      'original',
    );
  });

  it("is not sent from the gateway, not in earlier messages either, and the policy's prompt comes first [SEC-101]", async () => {
    const earlier = [user(TEXT), { role: 'assistant', content: `To ${EMAIL}?` }];
    const { body } = await completion([{ role: 'system', content: 'Be brief.' }, ...earlier, user(ALLOWED)]);
    expect(sent()).not.toMatch(/901820|Nordlicht|anna\.brandt/);
    expect(scene.upstream.requests.at(-1)!.body.messages!.at(0)!.content).toMatch(
      /^You work for a bank\.\n\nBe brief\./,
    );
    expect(body.choices[0]!.message.content).toMatch(/^You said: Call \S+ about Nordlicht\.$/);
    expect(body.choices[0]!.message.content).not.toContain('901820');
  });

  it('stays hidden in a job', async () => {
    const jobId = await accepted(jobs.anonymize({ text: ALLOWED, choices: ['Names'] }));
    const [webhook] = await jobs.delivered(jobId);
    expect(webhook.body).toMatchObject({ status: 'completed', anonymized_text: SENT });
  });

  it('is hidden together with all other kinds if X-Anonymize is All', async () => {
    await completion([user('I am Anna Schmidt.')], { 'x-anonymize': 'All' });
    expect(sent()).not.toContain('Schmidt');
  });
});

describe('a kind that a policy excludes', () => {
  it('is hidden neither by default nor with All, and a request that names it receives an explanation', async () => {
    await govern({ modes: { Emails: 'never' } });
    await sendPrompt(api, EMAIL, { choices: ['All'] });
    expect(sent()).toContain(EMAIL);
    const message = 'must not name Emails, which the policy of your organization leaves out';
    expect(await sendPrompt(api, EMAIL)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'choices', message }] },
    });
    expect(await jobs.anonymize({ text: EMAIL, choices: ['Emails'] })).toMatchObject({ status: 400 });
    expect(await completion([user(EMAIL)], { 'x-anonymize': 'Emails' })).toMatchObject({ status: 400 });
    expect(await api.post('anonymize', aPrompt(EMAIL))).toMatchObject({ status: 400 });
  });
});
