import type { Stage } from '../stage';
import { expectStatus } from './chats';

/** Uses the interfaces of other tools, with texts that they hide, and with faults. */
export async function playPlugs(stage: Stage): Promise<void> {
  await usePresidio(stage);
  await useLiteLlm(stage);
  await useMcp(stage);
}

async function useMcp(stage: Stage): Promise<void> {
  const { plants } = stage;
  const send = (method: string, params: object = {}) =>
    stage.ai('mcp', { body: { jsonrpc: '2.0', id: 1, method, params } });
  const use = (name: string, args: object) => send('tools/call', { name, arguments: args });
  const content = Buffer.from(plants.sentence('mcp, file')).toString('base64');
  const name = `${plants.surname('mcp, file name', 'secret')}.txt`;
  for (const call of [
    send('tools/list'),
    use('anonymize', { text: plants.sentence('mcp, text') }),
    use('anonymize', { text: plants.sentence('mcp, refused text'), lang: plants.secret('mcp, lang') }),
    use('anonymize_file', { name, content }),
    use(plants.secret('mcp, unknown tool'), {}),
  ])
    await expectStatus(200, call);
  const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const headers = { 'x-case': plants.secret('mcp, case') };
  await expectStatus(404, stage.ai(`mcp/${plants.secret('mcp, server')}`, { body, headers }));
}

async function useLiteLlm(stage: Stage): Promise<void> {
  const { plants } = stage;
  const content = plants.sentence('litellm, content');
  const call = {
    litellm_call_id: plants.secret('litellm, call id'),
    request_data: { user_api_key_user_email: plants.email('litellm, request_data', 'secret') },
    request_headers: { 'x-litellm-name': plants.secret('litellm, request_headers') },
    texts: [content],
    structured_messages: [
      { role: 'user', content, name: plants.surname('litellm, name', 'secret') },
      {
        role: 'assistant',
        tool_calls: [{ function: { name: 'f', arguments: plants.sentence('litellm, arguments') } }],
      },
    ],
  };
  const guard = (status: number, body: object) =>
    expectStatus(
      status,
      stage.ai<{ texts: string[] }>('litellm/beta/litellm_basic_guardrail_api', {
        body: { ...call, ...body },
      }),
    );
  const { texts } = await guard(200, { input_type: 'request' });
  await guard(200, { input_type: 'response', texts });
  await guard(400, { input_type: plants.secret('litellm, input_type') });
}

async function usePresidio(stage: Stage): Promise<void> {
  const { plants } = stage;
  const text = plants.sentence('presidio, text');
  const entity = plants.secret('presidio, entity_type');
  const key = plants.secret('presidio, long key').slice(0, 16);
  plants.add('secret', 'presidio, key', key);
  const asked = { text, language: 'en', correlation_id: plants.secret('presidio, correlation_id') };
  const words = { supported_entity: entity, deny_list: [plants.surname('presidio, deny_list')] };
  await expectStatus(200, stage.ai('presidio/analyze', { body: { ...asked, ad_hoc_recognizers: [words] } }));
  await expectStatus(400, stage.ai('presidio/analyze', { body: { ...asked, entities: [entity] } }));
  const results = [{ start: 0, end: 4, score: 1, entity_type: entity }];
  const anonymizers = { DEFAULT: { type: 'encrypt', key } };
  const hidden = await expectStatus(
    200,
    stage.ai<{ text: string; items: object[] }>('presidio/anonymize', {
      body: { text, analyzer_results: results, anonymizers },
    }),
  );
  const hashed = { [entity]: { type: 'hash', salt: plants.secret('presidio, salt') } };
  for (const [status, analyzer_results] of [
    [200, results],
    [400, [{ ...results[0], end: 99_999 }]],
  ] as const)
    await expectStatus(
      status,
      stage.ai('presidio/anonymize', { body: { text, analyzer_results, anonymizers: hashed } }),
    );
  const back = { text: hidden.text, anonymizer_results: hidden.items };
  for (const [status, given] of [
    [200, key],
    [400, plants.secret('presidio, wrong key')],
  ] as const)
    await expectStatus(
      status,
      stage.ai('presidio/deanonymize', {
        body: { ...back, deanonymizers: { DEFAULT: { type: 'decrypt', key: given } } },
      }),
    );
  for (const path of ['recognizers', 'supportedentities', 'health'])
    await expectStatus(200, stage.ai(`presidio/${path}`));
}
