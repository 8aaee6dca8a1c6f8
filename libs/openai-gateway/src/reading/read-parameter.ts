import { z } from 'zod';
import { MAX_CHOICES } from '@app/llm';
import type { JsonObject, JsonValue } from '../json';
import { refuse } from './bounds';

const flag = z.boolean().nullish();
const count = z.number().nullish();
const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'default']);
const summary = z.enum(['auto', 'concise', 'detailed']).nullish();

/** Parameters that hold more than a number or a boolean, and what they may hold. */
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
  // Anything else could stream at the provider's and not here.
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
  ['logprobs', 'is not handed on here: it would show the answer token by token'],
  ['top_logprobs', 'is not handed on here: it would show the answer token by token'],
  ['web_search_options', 'is not handed on here: the provider would search for what the messages say'],
  ['functions', 'is not handed on here: use tools'],
]);
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Names that OpenAI and usual servers publish, of parameters that are numbers or booleans. */
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

/** A parameter of which nobody here knows what it holds. */
export const UNKNOWN = Symbol('unknown');

/**
 * A parameter without texts: of a known shape, or a number or boolean under a program's name.
 *
 * @returns what may be sent, fields beyond the known shape left out
 * @throws AppError `bad_request` where a known parameter holds something else, or is one that is never handed on
 */
export function readParameter(field: string, value: JsonValue): JsonValue | typeof UNKNOWN {
  const refusal = REFUSED.get(field);
  if (refusal !== undefined && value !== false && value !== 0) return refuse(field, refusal);
  if (field === 'n' && Number(value) > MAX_CHOICES) return refuse(field, `must be at most ${MAX_CHOICES}`);
  const shape = SHAPES.get(field);
  if (!shape) return isPlain(value) && NAME.test(field) ? value : UNKNOWN;
  const { success, data } = shape.safeParse(value);
  if (success && data !== undefined) return data;
  return refuse(field, 'holds something that is not known here; see /docs for what it may hold');
}

/** Parameters of a known shape, and those that are refused with why, for people to read. */
export const KNOWN_PARAMETERS: readonly string[] = [...SHAPES.keys()];
export const REFUSED_PARAMETERS: ReadonlyMap<string, string> = REFUSED;

const isPlain = (value: JsonValue): boolean => typeof value === 'number' || typeof value === 'boolean';

/** The fields of a known parameter that were left out. */
export const leftOut = (field: string, given: JsonObject, read: JsonObject): string[] =>
  Object.keys(given)
    .filter((key) => !Object.hasOwn(read, key))
    .map((key) => `${field}.${key}`);
