import { baseOf } from '@app/common';
import { parse } from 'yaml';
import { z } from 'zod';
import { ConfigError, settingOf } from './parse-settings';
import { optionalDuration, PRICE, url } from './setting-types';

/** The HTTP interfaces of providers. Each has a client in `libs/llm`. */
export const PROTOCOLS = ['openai', 'azure-openai', 'anthropic', 'gemini'] as const;

/** A model that a provider serves. */
export interface ProviderModel {
  /** The id that callers use. Providers with the same id may answer for each other. */
  id: string;
  /** The provider's own name of the model. If absent: the id. */
  upstream?: string | undefined;
  contextTokens?: number | undefined;
  /** Whether it accepts images. */
  images: boolean;
}

/** A server with language models. */
export interface ProviderSettings {
  name: string;
  protocol: (typeof PROTOCOLS)[number];
  baseUrl: string;
  apiKey?: string | undefined;
  /** The interface for responses; only `openai`. If absent, the client finds out what the server offers. */
  api?: 'responses' | 'chat' | undefined;
  /** Azure's older interface with one address per deployment. If absent, its interface without versions. */
  apiVersion?: string | undefined;
  /** Whether a policy may treat its models as internal. */
  internal: boolean;
  /** The timeout until the first byte, in milliseconds. */
  timeoutMs: number;
  /** The timeout between chunks of a streamed answer, in milliseconds. */
  chunkTimeoutMs: number;
  /** Whether another provider is called after a timeout, although this one may have computed and billed an answer. */
  retryTimeouts: boolean;
  /** The maximum number of calls at the same time. */
  maxCalls?: number | undefined;
  /** If empty, all models that the provider lists. */
  models: readonly ProviderModel[];
  /** The context of models without their own, in tokens. */
  contextTokens: number;
  /** The limit for answers of models that `answerTokens` does not name. If absent, a share of the context. */
  maxAnswerTokens?: number | undefined;
  /** The limits for answers of single models, by id. */
  answerTokens: ReadonlyMap<string, number>;
}

/** The settings that apply to providers without their own. */
export type ProviderDefaults = Pick<
  ProviderSettings,
  'contextTokens' | 'maxAnswerTokens' | 'timeoutMs' | 'chunkTimeoutMs'
>;

const tokens = z.int().min(1).max(1_000_000_000);
const name = (error: string) => z.string().regex(/^[a-z0-9][a-z0-9._-]{0,62}$/, { error });

/** The name of the setting that holds the key, so that the file itself holds no secret. */
export const secret = z.string().transform((text, context): string => {
  const [, setting] = /^\$\{([A-Z][A-Z0-9_]*)\}$/.exec(text) ?? [];
  const value = setting === undefined ? undefined : settingOf(setting);
  if (value !== undefined) return value;
  const message =
    setting === undefined
      ? 'expected the name of a setting that holds the key, such as ${AZURE_API_KEY}'
      : `expected the setting ${setting} or ${setting}_FILE, which is missing`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const model = z.strictObject({
  id: z.string().min(1).max(200),
  upstream: z.string().min(1).max(200).optional(),
  context_tokens: tokens.optional(),
  answer_tokens: tokens.optional(),
  prices: z
    .string()
    .regex(new RegExp(`^${PRICE.source}$`), { error: 'expected a price such as 0.15/0.60 per 1M EUR' })
    .optional(),
  images: z.boolean().default(true),
});

const provider = z.strictObject({
  name: name('expected 1 to 63 lower-case letters, digits, . _ or -'),
  protocol: z.enum(PROTOCOLS, { error: `expected one of ${PROTOCOLS.join(', ')}` }),
  base_url: url('http', 'https'),
  api_key: secret.optional(),
  api: z.enum(['responses', 'chat'], { error: 'expected responses or chat' }).optional(),
  api_version: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(?:-preview)?$/, { error: 'expected a version such as 2024-10-21' })
    .optional(),
  internal: z.boolean().default(false),
  timeout: optionalDuration(),
  chunk_timeout: optionalDuration(),
  retry_timeouts: z.boolean().default(false),
  max_calls: z.int().min(1).max(10_000).optional(),
  context_tokens: tokens.optional(),
  answer_tokens: tokens.optional(),
  models: z.array(model).max(1_000).default([]),
});

const file = z.strictObject({ providers: z.array(provider).min(1).max(100) });
type GivenProvider = z.output<typeof provider>;

/**
 * Reads the setting PROVIDERS: a list of providers in YAML (docs/operate/providers.md).
 *
 * @returns the providers in the order in which they are asked
 * @throws ConfigError that names the place of each fault and what is expected, never a value
 */
export const readProviders = (text: string, defaults: ProviderDefaults): ProviderSettings[] =>
  parseProviders(text).map((given) => settingsOf(given, defaults));

/**
 * Returns the prices in the setting PROVIDERS, as entries of `LLM_PRICES`. If several providers serve a model, the
 * price of the first applies.
 */
export function pricesOfProviders(text: string): string[] {
  const prices = new Map<string, string>();
  for (const { id, prices: own } of parseProviders(text).flatMap(({ models }) => models))
    if (own !== undefined && !prices.has(id)) prices.set(id, `${id}=${own}`);
  return [...prices.values()];
}

function parseProviders(text: string): GivenProvider[] {
  const { success, data, error } = file.safeParse(yamlOf(text));
  const faults = success
    ? [...faultsOf(data.providers)]
    : error.issues.map(({ path, message }) => `${placeOf(path)}: ${message}`);
  if (success && faults.length === 0) return data.providers;
  throw new ConfigError(`PROVIDERS: ${faults.slice(0, MOST_FAULTS).join('; ')}`);
}

const MOST_FAULTS = 10;

function yamlOf(text: string): unknown {
  try {
    return parse(text);
  } catch {
    throw new ConfigError('PROVIDERS: expected YAML with a list named providers');
  }
}

/** Yields what no single field shows. */
function* faultsOf(providers: readonly GivenProvider[]): Generator<string> {
  const names = new Set<string>();
  const internal = new Map<string, boolean>();
  for (const [at, each] of providers.entries()) {
    const place = `providers[${at}]`;
    if (names.has(each.name)) yield `${place}.name: expected a name that no other provider has`;
    names.add(each.name);
    if (each.models.length === 0 && each.protocol !== 'openai')
      yield `${place}.models: expected at least one, because ${each.protocol} does not list its models`;
    if (each.api !== undefined && each.protocol !== 'openai')
      yield `${place}.api: expected only with protocol openai`;
    if (each.api_version !== undefined && each.protocol !== 'azure-openai')
      yield `${place}.api_version: expected only with protocol azure-openai`;
    const ids = new Set<string>();
    for (const [
      i,
      { id, context_tokens: own, answer_tokens: answer = each.answer_tokens },
    ] of each.models.entries()) {
      if (ids.has(id)) yield `${place}.models[${i}].id: expected each model once`;
      ids.add(id);
      if ((internal.get(id) ?? each.internal) !== each.internal)
        yield `${place}.models[${i}].id: expected providers that are all internal or all external`;
      internal.set(id, each.internal);
      const context = own ?? each.context_tokens;
      if (context !== undefined && answer !== undefined && answer >= context)
        yield `${place}.models[${i}].answer_tokens: expected less than the context (${context})`;
    }
  }
  const open = providers.filter(({ models }) => models.length === 0);
  if (open.length > 0 && new Set(providers.map((each) => each.internal)).size > 1)
    yield `providers: expected models for each provider if some are internal and some are not (${open.map((each) => each.name).join(', ')})`;
}

const settingsOf = (given: GivenProvider, defaults: ProviderDefaults): ProviderSettings => ({
  name: given.name,
  protocol: given.protocol,
  baseUrl: baseOf(given.base_url),
  apiKey: given.api_key,
  api: given.api,
  apiVersion: given.api_version,
  internal: given.internal,
  timeoutMs: given.timeout ?? defaults.timeoutMs,
  chunkTimeoutMs: given.chunk_timeout ?? defaults.chunkTimeoutMs,
  retryTimeouts: given.retry_timeouts,
  maxCalls: given.max_calls,
  models: given.models.map(({ id, upstream, context_tokens: contextTokens, images }) => ({
    id,
    upstream,
    contextTokens,
    images,
  })),
  contextTokens: given.context_tokens ?? defaults.contextTokens,
  maxAnswerTokens: given.answer_tokens ?? defaults.maxAnswerTokens,
  answerTokens: new Map(
    given.models.flatMap(({ id, answer_tokens: answer }) =>
      answer === undefined ? [] : [[id, answer] as const],
    ),
  ),
});

const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '') || 'the file';
