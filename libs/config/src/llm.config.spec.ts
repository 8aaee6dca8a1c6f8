import { llmConfig } from './llm.config';

const settings = [
  'PROVIDERS',
  'LLM_BASE_URL',
  'LLM_ANSWER_TOKENS',
  'LLM_CONTEXT_TOKENS',
  'LLM_MAX_ANSWER_TOKENS',
  'LLM_MODELS',
] as const;
const read = (values: Partial<Record<(typeof settings)[number], string>>) => {
  Object.assign(process.env, values);
  return llmConfig();
};

describe('llmConfig', () => {
  afterEach(() => {
    for (const name of settings) delete process.env[name];
  });

  it('accepts a context that leaves room for a prompt in addition to the answer', () => {
    const most = { LLM_MAX_ANSWER_TOKENS: '1024' };
    expect(
      read({ ...most, LLM_CONTEXT_TOKENS: '1025', LLM_MODELS: 'small=2048,usual' }).limits,
    ).toMatchObject({
      contextTokens: 1025,
      models: [{ id: 'small', contextTokens: 2048 }, { id: 'usual' }],
    });
  });

  it('accepts every context if no answer limit is set, since the answer is a share of it', () => {
    expect(read({ LLM_CONTEXT_TOKENS: '256' }).limits).toMatchObject({ maxAnswerTokens: undefined });
  });

  it('reads the short form as one provider, and leaves it to the policy which models are internal', () => {
    expect(read({ LLM_BASE_URL: 'http://127.0.0.1:1/v1/', LLM_MODELS: 'small=2048' })).toMatchObject({
      demo: false,
      providers: [
        {
          name: 'llm',
          protocol: 'openai',
          baseUrl: 'http://127.0.0.1:1/v1',
          internal: true,
          models: [{ id: 'small', contextTokens: 2048, images: true }],
        },
      ],
    });
  });

  it('refuses the short form beside PROVIDERS', () => {
    const PROVIDERS = 'providers: [{ name: one, protocol: openai, base_url: http://127.0.0.1:1 }]';
    expect(read({ PROVIDERS }).providers).toHaveLength(1);
    expect(() => read({ PROVIDERS, LLM_MODELS: 'm' })).toThrow(
      /^LLM_MODELS: expected to be unset, because PROVIDERS/,
    );
  });

  it.each([
    [
      { LLM_MAX_ANSWER_TOKENS: '1024', LLM_CONTEXT_TOKENS: '1024' },
      /^LLM_CONTEXT_TOKENS: .*more than LLM_MAX_ANSWER_TOKENS \(1024\)$/,
    ],
    [{ LLM_MAX_ANSWER_TOKENS: '8192' }, /^LLM_CONTEXT_TOKENS: .*\(8192\)$/],
    [
      { LLM_MAX_ANSWER_TOKENS: '1024', LLM_MODELS: 'wide=32768,narrow=512' },
      /^LLM_MODELS: .*\(1024\) as the context of each model$/,
    ],
    [
      { LLM_MODELS: 'wide=32768,narrow=512', LLM_ANSWER_TOKENS: 'wide=8000,narrow=512' },
      /^LLM_ANSWER_TOKENS: expected less than the context of each model \(512\)$/,
    ],
    [{ LLM_ANSWER_TOKENS: 'wide' }, /^LLM_ANSWER_TOKENS: expected model=tokens, separated by commas$/],
  ])('refuses %j, which leaves no room', (values, line) => {
    expect(() => read(values)).toThrow(line);
  });
});
