import type * as Config from './index';

/** Loads a namespace in a fresh module registry: a process reads its environment once. */
function load(
  name: 'redisConfig' | 'runtimeConfig' | 'llmConfig' | 'imagesConfig' | 'transcriptionConfig',
  env: Record<string, string>,
) {
  const before = process.env;
  process.env = env;
  try {
    let config!: typeof Config;
    jest.isolateModules(() => (config = jest.requireActual<typeof Config>('./index')));
    return config[name]();
  } finally {
    process.env = before;
  }
}

describe('a weak secret', () => {
  it.each([
    ['redisConfig', 'REDIS_URL', 'redis://:changeme@127.0.0.1:1/0'],
    ['runtimeConfig', 'METRICS_TOKEN', 'change-me-change-me'],
    ['llmConfig', 'LLM_API_KEY', 'sk-...'],
    ['imagesConfig', 'IMAGE_API_KEY', 'your-api-key'],
    ['transcriptionConfig', 'TRANSCRIPTION_API_KEY', '<your key>'],
  ] as const)(
    'of %s stops the start in production, in one line without it, and nowhere else',
    (name, variable, value) => {
      const refusal = `${variable}: is a default or easily guessed; expected`;
      expect(() => load(name, { NODE_ENV: 'production', [variable]: value })).toThrow(refusal);
      expect(() => load(name, { NODE_ENV: 'production', [variable]: value })).not.toThrow(value);
      expect(() => load(name, { NODE_ENV: 'development', [variable]: value })).not.toThrow();
    },
  );
});
