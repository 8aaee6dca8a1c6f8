import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { ConfigError, parseSettings } from './parse-settings';
import { isExample, refuseWeak } from './weak-secrets';
import { duration, integer, list, oneOf, optionalInteger, url } from './setting-types';

/** The language model server, its models, and the sizes of their contexts and answers. */
export const llmConfig = registerAs('llm', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
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
  return {
    baseUrl: env.LLM_BASE_URL?.replace(/\/+$/, ''),
    apiKey: env.LLM_API_KEY,
    /** The API to which the gateway's responses are sent. If absent, the one that the server offers. */
    api: env.LLM_API,
    models: env.LLM_MODELS,
    contextTokens: env.LLM_CONTEXT_TOKENS,
    /** The limit for answers of models that `answerTokens` does not name. If absent, a share of the context. */
    maxAnswerTokens: env.LLM_MAX_ANSWER_TOKENS,
    /** The limits for answers of single models, by id. */
    answerTokens: env.LLM_ANSWER_TOKENS,
    /** The timeout until the first byte. */
    timeoutMs: env.LLM_TIMEOUT,
    /** The timeout between chunks of a streamed answer. */
    chunkTimeoutMs: env.LLM_CHUNK_TIMEOUT,
    /**
     * Whether a model that only echoes is offered. It requires that no server is set, and is never offered in
     * production.
     */
    demo: env.LLM_BASE_URL === undefined && env.NODE_ENV !== 'production',
    /** Whether the gateway serves embeddings, which use pseudonyms instead of personal values. */
    embeddings: env.EMBEDDINGS,
    replacements: env.CHAT_REPLACEMENTS,
  };
});
export type LlmConfig = ConfigType<typeof llmConfig>;

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
