import { z } from 'zod';
import { MAX_CHOICES } from '@app/llm';
import type { JsonObject, JsonValue } from '../json';
import { refuse } from './bounds';

const flag = z.boolean().nullish();
const count = z.number().nullish();
const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'default']);
const summary = z.enum(['auto', 'concise', 'detailed']).nullish();

/** The shapes of parameters that are not just a number or a boolean. */
const SHAPES: ReadonlyMap<string, z.ZodType<JsonValue | undefined>> = new Map<
  string,
  z.ZodType<JsonValue | undefined>
>([
  ['reasoning_effort', effort],
  [
    'reasoning',
    z.object({
      effort: effort.nullish(),
      max_tokens: count,
      enabled: flag,
      exclude: flag,
      summary,
      generate_summary: summary,
    }),
  ],
  [
    'thinking',
    z.union([
      z.boolean(),
      z.object({
        type: z.enum(['enabled', 'disabled', 'adaptive', 'auto']).nullish(),
        budget_tokens: count,
        clear_thinking: flag,
      }),
    ]),
  ],
  // Any other value could make the provider stream while this service does not.
  ['stream', z.boolean()],
  ['verbosity', z.enum(['low', 'medium', 'high'])],
  ['service_tier', z.enum(['auto', 'default', 'flex', 'scale', 'priority'])],
  ['prompt_cache_retention', z.enum(['in-memory', 'in_memory', '24h'])],
  ['modalities', z.tuple([z.literal('text')])],
  ['chat_template_kwargs', z.record(z.string(), z.union([z.boolean(), z.number()]))],
  ['logit_bias', z.record(z.string().regex(/^\d{1,9}$/), z.number())],
  ['stop_token_ids', z.array(z.number())],
  [
    'stream_options',
    z.object({ include_usage: flag, include_obfuscation: flag, continuous_usage_stats: flag }),
  ],
]);
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['logprobs', 'is not forwarded: it would show the answer token by token'],
  ['top_logprobs', 'is not forwarded: it would show the answer token by token'],
  [
    'web_search_options',
    'is not forwarded: the provider would search the web for the content of the messages',
  ],
  ['functions', 'is not forwarded: use tools'],
]);
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Parameters that OpenAI and common servers publish, and that are numbers or booleans. */
export const PUBLISHED: ReadonlySet<string> = new Set([
  'frequency_penalty',
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
  'max_tool_calls',
  'min_p',
  'min_tokens',
  'n',
  'parallel_tool_calls',
  'presence_penalty',
  'repetition_penalty',
  'seed',
  'store',
  'temperature',
  'top_k',
  'top_logprobs',
  'top_p',
]);

/** The result for a parameter with an unknown meaning. */
export const UNKNOWN = Symbol('unknown');

/**
 * Reads a parameter without texts: a known shape, or a number or boolean with a program-like name.
 *
 * @returns the value that may be sent, without fields beyond the known shape
 * @throws AppError `bad_request` if a known parameter has another shape, or if the parameter is never forwarded
 */
export function readParameter(field: string, value: JsonValue): JsonValue | typeof UNKNOWN {
  const refusal = REFUSED.get(field);
  if (refusal !== undefined && value !== false && value !== 0) return refuse(field, refusal);
  if (field === 'n' && Number(value) > MAX_CHOICES) return refuse(field, `must be at most ${MAX_CHOICES}`);
  const shape = SHAPES.get(field);
  if (!shape) return isPlain(value) && NAME.test(field) ? value : UNKNOWN;
  const { success, data } = shape.safeParse(value);
  if (success && data !== undefined) return data;
  return refuse(field, 'has an unknown shape; see /docs for the accepted values');
}

/** The names of parameters with a known shape, for documentation. */
export const KNOWN_PARAMETERS: readonly string[] = [...SHAPES.keys()];
export const REFUSED_PARAMETERS: ReadonlyMap<string, string> = REFUSED;

const isPlain = (value: JsonValue): boolean => typeof value === 'number' || typeof value === 'boolean';

/** Returns the fields of a known parameter that were left out. */
export const leftOut = (field: string, given: JsonObject, read: JsonObject): string[] =>
  Object.keys(given)
    .filter((key) => !Object.hasOwn(read, key))
    .map((key) => `${field}.${key}`);
