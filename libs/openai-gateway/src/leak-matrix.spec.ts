import { createSecretKey } from 'node:crypto';
import propertyFactor from '../../../tools/typescript/property-factor.cjs';
import type { EndedCallsStore, Spending } from '@app/budgets';
import { createDetector, NO_RULES, type Detector } from '@app/anonymization';
import { AppError, newId } from '@app/common';
import { KeyRing } from '@app/crypto';
import type { OrganizationKeys } from '@app/data-keys';
import type { ImageGenerator } from '@app/images';
import type { LanguageModel } from '@app/llm';
import { AcceptCall } from '@app/policy';
import { HideTexts } from '@app/hiding';
import { PrivateModel, type PromptImages } from '@app/private-model';
import { policiesOf, withoutCases } from '@app/testing';
import { PLANTED, plantedBodies, saidIn } from '../testing/planting';
import { CreateEmbeddings } from './embeddings/create-embeddings';
import { HideEmbeddings } from './embeddings/hide-embeddings';
import type { BodyForm } from './forms/body-form';
import { CHAT } from './forms/chat-form';
import { THOUGHTS } from '../testing/hiding';
import { responsesForm } from './forms/responses-form';
import { geminiForm } from './forms/gemini-form';
import { messagesForm } from './forms/messages-form';
import { HideBody } from './hide-body';
import { DrawImage } from './images/draw-image';
import { PrepareImages } from './images/uploaded-images';
import type { JsonObject, JsonValue } from './json';
import { LEAK_MATRIX } from './leak-matrix';
import { Thoughts } from './thoughts';

const SCHEMA = {
  type: 'object',
  title: 'A search',
  description: 'What to look for',
  properties: { name: { type: 'string', enum: ['one', 'two'], examples: [{ deep: ['three'] }] } },
  required: ['name'],
  $defs: { place: { type: 'string', pattern: 'x', default: 'here', 'x-note': { by: ['us'] } } },
  additionalProperties: { $ref: '#/$defs/place' },
};
const FUNCTION = { name: 'find', description: 'Finds', parameters: SCHEMA, strict: true };
const JSON_TEXT = '{"name": "x", "deep": [{"y": "z"}]}';
const CODE = `text(await tools.run({cmd: "cat x", json: ${JSON.stringify(JSON_TEXT)}}))`;
const TOOLS = [
  { type: 'function', ...FUNCTION, defer_loading: true },
  {
    type: 'custom',
    name: 'exec',
    description: 'Runs code',
    format: { type: 'grammar', syntax: 'lark', definition: 'start: LINE+' },
  },
  {
    type: 'namespace',
    name: 'clock',
    description: 'Time',
    tools: [{ type: 'function', ...FUNCTION }],
  },
  { type: 'tool_search', execution: 'client', description: 'Finds tools', parameters: SCHEMA },
  { type: 'web_search', external_web_access: false },
];
const COMMON = {
  model: 'm',
  user: 'u',
  safety_identifier: 's',
  prompt_cache_key: 'k',
  metadata: { topic: 'a' },
  store: false,
  temperature: 0.5,
  service_tier: 'auto',
  reasoning: { effort: 'low', summary: 'auto' },
  logit_bias: { '50256': -100 },
  chat_template_kwargs: { enable_thinking: true },
  thinking: { type: 'enabled', budget_tokens: 5 },
  stream_options: { include_usage: true },
  note: 'an unknown parameter',
};

/** A body of each kind with a value in every allowed field. */
const BODIES: Readonly<Record<string, { form: BodyForm; body: JsonObject }>> = {
  'chat/completions': {
    form: CHAT,
    body: {
      ...COMMON,
      stop: ['end'],
      verbosity: 'low',
      reasoning_effort: 'low',
      prediction: { type: 'content', content: [{ type: 'text', text: 'a guess' }] },
      tools: [{ type: 'function', function: FUNCTION }],
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'find' } }] },
      },
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', description: 'd', schema: SCHEMA },
      },
      messages: [
        { role: 'system', content: 'Be kind.', name: 'setup' },
        { role: 'user', content: [{ type: 'text', text: 'Look it up.' }], name: 'somebody' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Wait.' },
            { type: 'refusal', refusal: 'No.' },
          ],
          refusal: 'No.',
          reasoning_content: 'Hm.',
          reasoning: 'Hm.',
          annotations: [{ title: 'a page' }],
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'find', arguments: JSON_TEXT } }],
        },
        { role: 'tool', tool_call_id: 'call_1', name: 'find', content: JSON_TEXT },
        { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: JSON_TEXT }] },
        { role: 'user', content: 'And now?' },
      ],
    },
  },
  responses: {
    form: responsesForm(THOUGHTS),
    body: {
      ...COMMON,
      instructions: 'Be kind.',
      include: ['reasoning.encrypted_content'],
      truncation: 'auto',
      text: {
        verbosity: 'low',
        format: { type: 'json_schema', name: 'answer', description: 'd', schema: SCHEMA },
      },
      tools: TOOLS,
      tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'custom', name: 'exec' }] },
      input: [
        { type: 'additional_tools', id: 'at_1', role: 'developer', tools: TOOLS },
        { role: 'developer', content: 'Be brief.' },
        {
          type: 'message',
          role: 'user',
          id: 'msg_0',
          status: 'completed',
          content: [{ type: 'input_text', text: 'Go.' }],
        },
        {
          type: 'reasoning',
          id: 'rs_1',
          summary: [{ type: 'summary_text', text: 'Hm.' }],
          content: [{ type: 'reasoning_text', text: 'Hm.' }],
          status: 'completed',
        },
        {
          type: 'message',
          role: 'assistant',
          id: 'msg_1',
          status: 'completed',
          phase: 'commentary',
          content: [
            { type: 'output_text', text: 'Wait.', annotations: [{ title: 'a page' }], logprobs: [] },
            { type: 'refusal', refusal: 'No.' },
          ],
        },
        {
          type: 'function_call',
          id: 'fc_1',
          call_id: 'call_1',
          name: 'find',
          arguments: JSON_TEXT,
          status: 'completed',
        },
        {
          type: 'function_call_output',
          id: 'fo_1',
          call_id: 'call_1',
          output: JSON_TEXT,
          status: 'completed',
        },
        {
          type: 'function_call_output',
          call_id: 'call_1',
          output: [
            { type: 'input_text', text: JSON_TEXT },
            { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' },
          ],
        },
        {
          type: 'custom_tool_call',
          id: 'ctc_1',
          call_id: 'call_2',
          name: 'exec',
          namespace: 'functions',
          input: CODE,
          status: 'completed',
        },
        {
          type: 'custom_tool_call_output',
          id: 'ctco_1',
          call_id: 'call_2',
          output: [
            { type: 'input_text', text: `Output: ${JSON.stringify(JSON_TEXT)}` },
            { type: 'input_text', text: JSON.stringify({ output: JSON_TEXT }) },
          ],
        },
        {
          type: 'tool_search_call',
          id: 'tsc_1',
          call_id: 'call_3',
          execution: 'client',
          arguments: { query: 'x', deep: [{ y: 'z' }] },
          status: 'completed',
        },
        { type: 'tool_search_output', id: 'tso_1', call_id: 'call_3', execution: 'client', tools: TOOLS },
        { role: 'user', content: 'And now?' },
      ],
    },
  },
};

/** Signs what the model thought in a body of messages, and verifies it when it comes back. */
const keyRing = new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 7)) }]);
const owner = { organizationId: newId(), userId: newId(), groups: [] };
const thoughts = new Thoughts(keyRing, owner.organizationId);

const EPHEMERAL = { type: 'ephemeral', ttl: '5m' };
const MESSAGES: { form: BodyForm; body: JsonObject } = {
  form: messagesForm(thoughts),
  body: {
    ...COMMON,
    max_tokens: 100,
    top_p: 0.5,
    top_k: 5,
    metadata: { user_id: '{"device_id":"d","session_id":"s"}' },
    anthropic_beta: ['context-management-2025-06-27', 'an-unknown-beta'],
    thinking: { type: 'adaptive', display: 'omitted', budget_tokens: 5 },
    context_management: {
      edits: [
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'input_tokens', value: 5 },
          keep: { type: 'tool_uses', value: 1 },
          exclude_tools: ['find'],
        },
      ],
    },
    output_config: { effort: 'low', format: { type: 'json_schema', schema: SCHEMA } },
    stop_sequences: ['end'],
    system: [
      { type: 'text', text: 'Be kind.' },
      { type: 'text', text: 'Be brief.', cache_control: EPHEMERAL },
    ],
    tools: [
      { name: 'find', description: 'Finds', input_schema: SCHEMA, cache_control: EPHEMERAL },
      { type: 'bash_20250124', name: 'bash' },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 8 },
    ],
    tool_choice: { type: 'tool', name: 'find', disable_parallel_tool_use: true },
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Look it up.', citations: [{ title: 'a page' }] }] },
      { role: 'system', content: 'Be quick.', output_config: { effort: 'low' } },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: thoughts.sign('Hm.', 'c2ln') },
          { type: 'redacted_thinking', data: thoughts.sign('', 'ZGF0YQ') },
          { type: 'text', text: 'Wait.' },
          {
            type: 'tool_use',
            id: 'toolu_1',
            name: 'find',
            input: { name: 'x', deep: [{ y: 'z' }] },
            caller: { type: 'direct' },
            cache_control: EPHEMERAL,
          },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: JSON_TEXT, is_error: false },
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: [
              { type: 'text', text: JSON_TEXT, cache_control: EPHEMERAL },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
            ],
          },
          { type: 'text', text: 'And now?', cache_control: EPHEMERAL },
        ],
      },
    ],
  },
};

const GEMINI: { form: BodyForm; body: JsonObject } = {
  form: geminiForm(thoughts),
  body: {
    model: 'm',
    labels: { team: 'a' },
    note: 'an unknown parameter',
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
    generationConfig: {
      temperature: 0.5,
      topP: 0.5,
      topK: 5,
      candidateCount: 1,
      seed: 1,
      presencePenalty: 0.5,
      frequencyPenalty: 0.5,
      maxOutputTokens: 5,
      stopSequences: ['end'],
      responseMimeType: 'application/json',
      responseSchema: SCHEMA,
      responseJsonSchema: SCHEMA,
      responseModalities: ['TEXT'],
      thinkingConfig: { includeThoughts: true, thinkingBudget: 5, thinkingLevel: 'LOW' },
    },
    systemInstruction: { parts: [{ text: 'Be kind.' }, { text: 'Be brief.' }] },
    tools: [
      {
        functionDeclarations: [
          {
            name: 'find',
            description: 'Finds',
            parameters: SCHEMA,
            parametersJsonSchema: SCHEMA,
            response: SCHEMA,
          },
        ],
      },
      { googleSearch: { note: 'x' } },
    ],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['find'] } },
    contents: [
      { role: 'user', parts: [{ text: 'Look it up.' }, { text: 'Now.' }] },
      {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true },
          { text: 'Wait.', thoughtSignature: thoughts.sign('', 'c2ln') },
          {
            functionCall: { id: 'call_1', name: 'find', args: { name: 'x', deep: [{ y: 'z' }] } },
            thoughtSignature: 'skip_thought_signature_validator',
          },
        ],
      },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: 'call_1',
              name: 'find',
              scheduling: 'SILENT',
              willContinue: false,
              response: { output: JSON_TEXT, plain: 'found' },
            },
          },
          { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
          { text: 'And now?' },
        ],
      },
    ],
  },
};

const FORMS: typeof BODIES = { ...BODIES, messages: MESSAGES, generateContent: GEMINI };

/** Bodies that other use cases send. */
const OTHERS: Readonly<Record<string, JsonObject>> = {
  embeddings: { model: 'm', input: ['a text', 'another'], encoding_format: 'float', user: 'u', note: 'x' },
  'images/generations': {
    model: 'any',
    prompt: 'A tree',
    size: '512x512',
    quality: 'high',
    n: 1,
    response_format: 'b64_json',
    stream: false,
    user: 'u',
    note: 'x',
  },
  'images/edits': {
    model: 'any',
    prompt: 'Add a tree',
    size: '512x512',
    quality: 'high',
    n: '1',
    response_format: 'b64_json',
    stream: 'false',
    background: 'opaque',
    input_fidelity: 'high',
    output_format: 'png',
    user: 'u',
    note: 'x',
  },
};
/** A PNG of its first and last bytes. */
const PICTURE = Buffer.from('89504e470d0a1a0a0000000049454e44ae426082', 'hex');
const CHOICES = ['Names', 'Emails', 'Phone', 'Addresses', 'Secrets'] as const;
/** With fewer runs of each property, every fifth body is tried: one or two of the six writings of each place, in turn. */
const step = propertyFactor < 1 ? 5 : 1;

describe('what the gateway sends', () => {
  let detector: Detector;
  /** Returns what is sent for a body of each kind. */
  let send: (name: string, body: JsonObject) => Promise<JsonValue>;

  beforeAll(async () => {
    detector = await createDetector({ threads: 1 });
    const hideTexts = new HideTexts(detector);
    const hider = new HideBody(hideTexts, keyRing, withoutCases(), {} as never);
    let sent: JsonValue = null;
    const model: Partial<LanguageModel> = {
      models: async () => [
        { id: 'm', promptTokens: 1_000, answerTokens: 100, internal: false, images: true },
      ],
      embed: async (body) => {
        sent = body as JsonObject;
        return { data: [] };
      },
    };
    const generator: Partial<ImageGenerator> = {
      model: 'painter',
      generate: async (prompt, _, options) => {
        sent = { prompt, ...options };
        return Buffer.alloc(0);
      },
      edit: async (prompt, _images, _signal, options) => {
        sent = { prompt, ...options };
        return Buffer.alloc(0);
      },
    };
    const spending = {
      reserve: async () => undefined,
      settle: async () => undefined,
      cancel: async () => undefined,
    } as Partial<Spending> as Spending;
    const calls = { record: async () => undefined } as Partial<EndedCallsStore> as EndedCallsStore;
    // Embedding requests name no kinds. The organization decides what is hidden.
    const always = Object.fromEntries(CHOICES.map((kind) => [kind, 'always' as const]));
    const keys: Partial<OrganizationKeys> = { keyOf: async () => createSecretKey(Buffer.alloc(32, 3)) };
    const embeddings = new CreateEmbeddings(
      new AcceptCall(policiesOf({ modes: always }), model as LanguageModel),
      new HideEmbeddings({ embeddings: 'pseudonyms' }, hideTexts, keys as OrganizationKeys, keyRing),
      model as LanguageModel,
      new PrivateModel(calls, spending),
    );
    const images = new DrawImage(
      policiesOf({ images: 'passed' }),
      hideTexts,
      withoutCases(),
      generator as ImageGenerator,
      new PrivateModel(calls, spending),
      new PrepareImages({} as PromptImages),
    );
    send = async (name, body) => {
      const asked = { body, choices: CHOICES, style: 'placeholders' as const, onDropped: () => undefined };
      const signal = new AbortController().signal;
      sent = null;
      if (name === 'embeddings') await embeddings.execute(owner, asked, signal);
      else if (name === 'images/generations') await images.execute(owner, asked, signal);
      else if (name === 'images/edits') await images.execute(owner, asked, signal, { images: [PICTURE] });
      else {
        const governed = { ...asked, rules: NO_RULES, systemPrompt: '', images: 'passed' as const };
        return (await hider.execute(owner, governed, signal, FORMS[name]!.form)).body;
      }
      return sent;
    };
  });
  afterAll(() => detector.close());

  const ALL = {
    ...Object.fromEntries(Object.entries(FORMS).map(([name, { body }]) => [name, body])),
    ...OTHERS,
  };

  it.each(Object.keys(ALL))(
    'contains no part of a planted person, address, number or secret in %s [SEC-96]',
    async (name) => {
      const leaks: string[] = [];
      let sent = 0;
      let refused = 0;
      // The policy checks the model before anything is hidden.
      const { model, ...fields } = ALL[name]!;
      for (const [i, planted] of [...plantedBodies(fields)].entries()) {
        if (i % step !== 0) continue;
        try {
          const said = saidIn(await send(name, { model, ...planted.body() }));
          sent += 1;
          if (PLANTED.test(said)) leaks.push(planted.place);
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'bad_request')) throw error;
          refused += 1;
        }
      }
      expect(leaks).toEqual([]);
      expect(sent * step).toBeGreaterThan(name in FORMS ? 200 : 10);
      expect(refused * step).toBeGreaterThan(name in FORMS ? 50 : 3);
    },
  );

  it.each(Object.keys(ALL))('is tested in every field that has a rule in %s', (name) => {
    const tried = JSON.stringify(ALL[name]);
    const untried = LEAK_MATRIX[name]!.filter(({ fate }) => fate !== 'refused')
      .map(({ field }) => field.slice(field.lastIndexOf('.') + 1))
      .filter((field) => /^\w+$/.test(field) && !tried.includes(`"${field}"`));
    expect(untried.filter((field) => !NUMBERS_AND_WORDS.has(field))).toEqual([]);
  });
});

/** Fields of a known shape without texts, which are tested with those of their kind. */
const NUMBERS_AND_WORDS = new Set([
  'stream',
  'stop_token_ids',
  'modalities',
  'prompt_cache_retention',
  'reasoning_effort',
  'verbosity',
  'encrypted_content',
  'dimensions',
  // Files: libs/openai-gateway/src/images/draw-image.spec.ts.
  'image',
  'mask',
]);
