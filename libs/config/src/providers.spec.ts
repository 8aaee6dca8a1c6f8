import { readProviders, pricesOfProviders } from './providers';

const DEFAULTS = {
  contextTokens: 8_192,
  maxAnswerTokens: undefined,
  timeoutMs: 120_000,
  chunkTimeoutMs: 60_000,
};
const read = (yaml: string) => readProviders(yaml, DEFAULTS);

const provider = (lines: string, more = ''): string =>
  `providers:\n  - name: one\n    protocol: openai\n    base_url: http://127.0.0.1:1/v1/\n${lines.replace(/^/gm, '    ')}\n${more}`;

describe('readProviders', () => {
  beforeEach(() => {
    process.env.AZURE_API_KEY = 'the key';
  });
  afterEach(() => {
    delete process.env.AZURE_API_KEY;
  });

  it('reads a provider with all its settings', () => {
    const yaml = `
providers:
  - name: azure-eu
    protocol: azure-openai
    base_url: https://company.openai.azure.com/
    api_key: \${AZURE_API_KEY}
    api_version: 2024-10-21
    internal: true
    timeout: 30s
    chunk_timeout: 10s
    retry_timeouts: true
    max_calls: 32
    context_tokens: 16000
    answer_tokens: 2000
    models:
      - { id: large, upstream: deployed-7, context_tokens: 128000, answer_tokens: 8000, images: false }
      - { id: small, prices: 0.15/0.60 per 1M EUR }`;
    expect(read(yaml)).toEqual([
      {
        name: 'azure-eu',
        protocol: 'azure-openai',
        baseUrl: 'https://company.openai.azure.com',
        apiKey: 'the key',
        api: undefined,
        apiVersion: '2024-10-21',
        internal: true,
        timeoutMs: 30_000,
        chunkTimeoutMs: 10_000,
        retryTimeouts: true,
        maxCalls: 32,
        models: [
          { id: 'large', upstream: 'deployed-7', contextTokens: 128_000, images: false },
          { id: 'small', upstream: undefined, contextTokens: undefined, images: true },
        ],
        contextTokens: 16_000,
        maxAnswerTokens: 2_000,
        answerTokens: new Map([['large', 8_000]]),
      },
    ]);
    expect(pricesOfProviders(yaml)).toEqual(['small=0.15/0.60 per 1M EUR']);
  });

  it('uses the settings for all providers where one has none of its own', () => {
    expect(read(provider(''))).toMatchObject([
      {
        baseUrl: 'http://127.0.0.1:1/v1',
        internal: false,
        models: [],
        contextTokens: 8_192,
        timeoutMs: 120_000,
      },
    ]);
  });

  it.each([
    ['no YAML', 'providers: [', 'PROVIDERS: expected YAML with a list named providers'],
    ['no list', 'models: []', /providers: Invalid input/],
    ['an unknown field', provider('key: k'), /providers\[0\]: Unrecognized key: "key"/],
    [
      'a key in the file',
      provider('api_key: sk-secret'),
      /providers\[0\]\.api_key: expected the name of a setting/,
    ],
    [
      'a key that is not set',
      provider('api_key: ${NO_SUCH_KEY}'),
      /api_key: expected the setting NO_SUCH_KEY/,
    ],
    ['a wrong duration', provider('timeout: soon'), /providers\[0\]\.timeout: expected a duration/],
    [
      'a wrong price',
      provider('models: [{ id: m, prices: cheap }]'),
      /models\[0\]\.prices: expected a price/,
    ],
    [
      'two providers of one name',
      provider('', provider('').slice('providers:\n'.length)),
      /providers\[1\]\.name: expected a name that no other provider has/,
    ],
    [
      'a model twice',
      provider('models: [{ id: m }, { id: m }]'),
      /models\[1\]\.id: expected each model once/,
    ],
    [
      'an answer as large as the context',
      provider('models: [{ id: m, context_tokens: 100, answer_tokens: 100 }]'),
      /answer_tokens: expected less than the context \(100\)/,
    ],
    [
      'another protocol’s version',
      provider('api_version: 2024-10-21'),
      /api_version: expected only with protocol azure-openai/,
    ],
  ])('refuses %s, without showing a value', (_, yaml, message) => {
    expect(() => read(yaml)).toThrow(message);
    expect(() => read(yaml)).not.toThrow(/sk-secret/);
  });

  it.each([
    [
      'named',
      '\n    models: [{ id: m }]',
      '\n    models: [{ id: m }]',
      /providers\[1\]\.models\[0\]\.id: expected providers that are all internal or all external/,
    ],
    [
      'listed by the server',
      '',
      '\n    models: [{ id: m }]',
      /expected models for each provider if some are internal/,
    ],
  ])(
    'refuses a model that internal and external providers offer, if it is %s',
    (_, first, second, message) => {
      const yaml = `providers:
  - name: one
    protocol: openai
    base_url: http://127.0.0.1:1
    internal: true${first}
  - name: two
    protocol: openai
    base_url: http://127.0.0.1:2${second}`;
      expect(() => read(yaml)).toThrow(message);
    },
  );
});
