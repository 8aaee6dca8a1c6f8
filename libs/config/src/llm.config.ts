import { baseOf } from '@app/common';
import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { ConfigError, parseSettings } from './parse-settings';
import { readProviders, type ProviderSettings } from './providers';
import { isExample, refuseWeak } from './weak-secrets';
import { duration, integer, list, oneOf, optionalInteger, url } from './setting-types';

/** The providers of language models, their models, and the sizes of contexts and answers. */
export const llmConfig = registerAs('llm', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    PROVIDERS: z.string().optional(),
    LLM_BASE_URL: url('http', 'https').optional(),
    LLM_API_KEY: z.string().optional(),
    LLM_API: z.enum(['responses', 'chat'], { error: 'expected responses or chat' }).optional(),
    LLM_MODELS: list().transform(readModels),
    LLM_ANSWER_TOKENS: list().transform(readAnswerTokens),
    LLM_CONTEXT_TOKENS: integer(8192, 256),
    LLM_MAX_ANSWER_TOKENS: optionalInteger(1),
    LLM_TIMEOUT: duration('120s'),
    LLM_CHUNK_TIMEOUT: duration('60s'),
    EMBEDDINGS: oneOf(['off', 'pseudonyms'], 'off'),
    CHAT_REPLACEMENTS: oneOf(['surrogates', 'placeholders'], 'surrogates'),
  });
  refuseWeak(env.NODE_ENV, 'LLM_API_KEY', isExample(env.LLM_API_KEY), 'the key that the server issued');
  assertRoomForPrompts(env);
  const limits = {
    models: env.LLM_MODELS,
    contextTokens: env.LLM_CONTEXT_TOKENS,
    maxAnswerTokens: env.LLM_MAX_ANSWER_TOKENS,
    answerTokens: env.LLM_ANSWER_TOKENS,
  };
  const timeouts = { timeoutMs: env.LLM_TIMEOUT, chunkTimeoutMs: env.LLM_CHUNK_TIMEOUT };
  const defaults = {
    ...timeouts,
    contextTokens: env.LLM_CONTEXT_TOKENS,
    maxAnswerTokens: env.LLM_MAX_ANSWER_TOKENS,
  };
  if (env.PROVIDERS !== undefined) refuseShortForm(env);
  const providers =
    env.PROVIDERS === undefined
      ? shortForm(env, { ...limits, ...timeouts })
      : readProviders(env.PROVIDERS, defaults);
  return {
    /** In the order in which they are asked. Empty if no provider is configured. */
    providers,
    /**
     * Whether a model that only echoes is offered. It requires that no provider is set, and is never offered in
     * production.
     */
    demo: providers.length === 0 && env.NODE_ENV !== 'production',
    /** The limits of the model that only echoes. */
    limits,
    /** Whether the gateway serves embeddings, which use pseudonyms instead of personal values. */
    embeddings: env.EMBEDDINGS,
    replacements: env.CHAT_REPLACEMENTS,
  };
});
export type LlmConfig = ConfigType<typeof llmConfig>;

/** The settings that PROVIDERS replaces. */
const OF_SHORT_FORM = ['LLM_BASE_URL', 'LLM_API_KEY', 'LLM_API', 'LLM_MODELS', 'LLM_ANSWER_TOKENS'] as const;

function refuseShortForm(env: Readonly<Partial<Record<(typeof OF_SHORT_FORM)[number], unknown>>>): void {
  const isSet = (value: unknown): boolean =>
    value instanceof Map ? value.size > 0 : Array.isArray(value) ? value.length > 0 : value !== undefined;
  const set = OF_SHORT_FORM.find((name) => isSet(env[name]));
  if (set !== undefined)
    throw new ConfigError(`${set}: expected to be unset, because PROVIDERS names the providers`);
}

/** Returns the one provider of `LLM_BASE_URL`. The policy alone decides which of its models are internal. */
function shortForm(
  env: {
    LLM_BASE_URL?: string | undefined;
    LLM_API_KEY?: string | undefined;
    LLM_API?: 'responses' | 'chat' | undefined;
  },
  {
    models,
    ...limits
  }: Pick<
    ProviderSettings,
    'contextTokens' | 'maxAnswerTokens' | 'answerTokens' | 'timeoutMs' | 'chunkTimeoutMs'
  > & {
    models: readonly { id: string; contextTokens?: number }[];
  },
): ProviderSettings[] {
  if (env.LLM_BASE_URL === undefined) return [];
  return [
    {
      name: 'llm',
      protocol: 'openai',
      baseUrl: baseOf(env.LLM_BASE_URL),
      apiKey: env.LLM_API_KEY,
      api: env.LLM_API,
      internal: true,
      retryTimeouts: false,
      models: models.map((model) => ({ ...model, images: true })),
      ...limits,
    },
  ];
}

/** Checks that each context is larger than its answer, so that there is room for a prompt. */
function assertRoomForPrompts({
  LLM_MAX_ANSWER_TOKENS: most = 0,
  LLM_ANSWER_TOKENS: ofModels,
  LLM_CONTEXT_TOKENS: context,
  LLM_MODELS: models,
}: {
  LLM_MAX_ANSWER_TOKENS?: number | undefined;
  LLM_ANSWER_TOKENS: ReadonlyMap<string, number>;
  LLM_CONTEXT_TOKENS: number;
  LLM_MODELS: readonly { id: string; contextTokens?: number }[];
}): void {
  const expected = `expected more than LLM_MAX_ANSWER_TOKENS (${most})`;
  if (models.some(({ id, contextTokens = Infinity }) => contextTokens <= most && !ofModels.has(id)))
    throw new ConfigError(`LLM_MODELS: ${expected} as the context of each model`);
  if (context <= most) throw new ConfigError(`LLM_CONTEXT_TOKENS: ${expected}`);
  for (const [id, tokens] of ofModels) {
    const room = models.find((model) => model.id === id)?.contextTokens ?? context;
    if (tokens >= room)
      throw new ConfigError(`LLM_ANSWER_TOKENS: expected less than the context of each model (${room})`);
  }
}

/** Reads entries of the form `model=tokens`. */
function readAnswerTokens(entries: readonly string[], context: z.RefinementCtx): ReadonlyMap<string, number> {
  return new Map(
    entries.map((entry) => {
      const [, id = '', tokens = ''] = /^([^=]+)=([1-9]\d{0,8})$/.exec(entry) ?? [];
      if (!id) context.addIssue({ code: 'custom', message: 'expected model=tokens, separated by commas' });
      return [id, Number(tokens)];
    }),
  );
}

/** Reads entries of the form `id` or `id=context tokens`. */
function readModels(
  entries: readonly string[],
  context: z.RefinementCtx,
): { id: string; contextTokens?: number }[] {
  return entries.map((entry) => {
    const [, id = '', tokens] = /^([^=]+)(?:=(\d+))?$/.exec(entry) ?? [];
    if (!id)
      context.addIssue({ code: 'custom', message: 'expected id or id=context tokens, separated by commas' });
    return tokens ? { id, contextTokens: Number(tokens) } : { id };
  });
}
