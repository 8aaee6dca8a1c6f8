import { ApiClient } from '../../support/api-client';
import { useApi } from './scene';

interface Answer {
  action: string;
  blocked_reason?: string;
  texts?: string[];
  structured_messages?: { tool_calls?: object[] }[];
  stream_holdback_chars?: number[];
}

const PATH = 'litellm/beta/litellm_basic_guardrail_api';
const TEXT = 'Write to Mr. Hans Müller, hans.mueller@firma.de.';

const scene = useApi();

/** Sends what a proxy sends, with fields that it adds. */
const guard = (body: object, api = scene.api) =>
  api.post<Answer>(PATH, {
    litellm_trace_id: 'trace',
    request_data: { user_api_key_user_email: 'someone@company.example' },
    request_headers: { host: '[present]' },
    litellm_version: '1.108.7',
    images: null,
    tools: null,
    structured_messages: null,
    additional_provider_specific_params: {},
    tool_calls: null,
    model: 'gpt-5',
    ...body,
  });
const ask = (id: string, text = TEXT, more: object = {}, api?: ApiClient) =>
  guard({ input_type: 'request', litellm_call_id: id, texts: [text], ...more }, api);
const answer = (id: string | null, text: string, api?: ApiClient) =>
  guard({ input_type: 'response', litellm_call_id: id, texts: [text] }, api);

async function keyOf(name: string): Promise<ApiClient> {
  const made = await scene.api.post<{ data: { key: string } }>('/idm/v1/keys', { name, scopes: ['openai'] });
  return new ApiClient(scene.system, { authorization: { authorization: `Bearer ${made.body.data.key}` } });
}

async function withPolicy(policy: object): Promise<ApiClient> {
  const admin = new ApiClient(scene.system, await scene.system.user({ role: 'admin' }));
  const set = await admin.call('PUT', '/admin/v1/policy', { body: policy, headers: { 'if-match': '"0"' } });
  expect(set.status).toBe(200);
  return admin;
}

describe("LiteLLM's guardrail", () => {
  it('hides a call and restores its answer', async () => {
    const { status, body } = await ask('call-1');
    expect([status, body.action]).toEqual([200, 'GUARDRAIL_INTERVENED']);
    const [sent = ''] = body.texts!;
    expect(sent).toMatch(/^Write to Mr\. /);
    expect(sent).not.toMatch(/Müller|firma/);
    expect((await answer('call-1', `Done: ${sent}`)).body).toMatchObject({ texts: [`Done: ${TEXT}`] });
  });

  it('restores nothing of another call, key or user, and nothing without an id [SEC-123]', async () => {
    const { body } = await ask('call-2');
    const [sent = ''] = body.texts!;
    const stranger = new ApiClient(scene.system, await scene.system.user());
    for (const [id, api] of [
      ['call-3', scene.api],
      [null, scene.api],
      ['call-2', await keyOf('another key')],
      ['call-2', stranger],
    ] as const)
      expect((await answer(id, sent, api)).body).toEqual({ action: 'NONE' });
  });

  it('restores with the key of the call', async () => {
    const key = await keyOf('a proxy');
    const [sent = ''] = (await ask('call-4', TEXT, {}, key)).body.texts!;
    expect((await answer('call-4', sent, key)).body.texts).toEqual([TEXT]);
    expect((await answer('call-4', sent)).body).toEqual({ action: 'NONE' });
  });

  it('restores nothing after 15 minutes [SEC-128]', async () => {
    const [sent = ''] = (await ask('call-5')).body.texts!;
    const { rows } = await scene.system.db.query<{ minutes: number }>(
      `UPDATE guarded_calls SET expires_at = now() - interval '1 s' WHERE user_id = $1
       RETURNING extract(epoch FROM expires_at - now())::int AS minutes`,
      [scene.user.id],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect((await answer('call-5', sent)).body).toEqual({ action: 'NONE' });
  });

  it('stores no value, and no id of a call, readably [SEC-124]', async () => {
    await ask('call-of-mr-müller');
    const { rows } = await scene.system.db.query('SELECT * FROM guarded_calls');
    expect(rows.length).toBeGreaterThan(0);
    for (const { sealed, ...row } of rows as { sealed: Buffer }[]) {
      expect(sealed.toString('utf8')).not.toMatch(/Müller|firma/);
      expect(JSON.stringify(row)).not.toMatch(/müller|call-/);
    }
  });

  it('continues with the same replacements if a proxy asks twice for a call', async () => {
    const [first = ''] = (await ask('call-6')).body.texts!;
    const [again = ''] = (await ask('call-6')).body.texts!;
    expect(again).toBe(first);
  });

  it('says how much of a stream must be withheld', async () => {
    const [sent = ''] = (await ask('call-7', 'Mr. Hans Müller')).body.texts!;
    for (let end = 1; end < sent.length; end += 1) {
      const { texts, stream_holdback_chars: held } = (await answer('call-7', sent.slice(0, end))).body;
      const shown = [...texts![0]!].slice(0, -held![0]! || undefined).join('');
      expect('Mr. Hans Müller'.startsWith(shown)).toBe(true);
    }
  });

  it('hides the arguments of earlier calls of tools', async () => {
    const tool_calls = [
      { id: '1', type: 'function', function: { name: 'find', arguments: '{"name":"Hans Müller"}' } },
    ];
    const messages = [
      { role: 'user', content: TEXT },
      { role: 'assistant', content: null, tool_calls },
    ];
    const { body } = await ask('call-8', TEXT, { structured_messages: messages });
    expect(JSON.stringify(body)).not.toMatch(/Müller/);
    expect(body.structured_messages).toHaveLength(2);
  });

  it('blocks what the policy blocks, images and files', async () => {
    const api = await withPolicy({ modes: { Emails: 'block' } });
    const blocked = await ask('call-9', TEXT, {}, api);
    expect([blocked.status, blocked.body.action]).toEqual([200, 'BLOCKED']);
    expect(blocked.body.blocked_reason).toMatch(/holds Emails/);
    expect((await ask('call-10', TEXT, { images: ['https://x.example/a.png'] })).body.action).toBe('BLOCKED');
    const structured_messages = [{ role: 'user', content: [{ type: 'file', file: { file_data: 'x' } }] }];
    expect((await ask('call-11', '', { structured_messages })).body.action).toBe('BLOCKED');
  });
});
