import type { DialectObject } from '@app/llm';
import { isObject, type JsonObject, type JsonValue } from '../json';

/** Request fields that a response repeats, with OpenAI's defaults for fields that the caller left out. */
const REPEATED: Readonly<Record<string, JsonValue>> = {
  instructions: null,
  metadata: {},
  tools: [],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  text: { format: { type: 'text' } },
  reasoning: { effort: null, summary: null },
  truncation: 'disabled',
  max_output_tokens: null,
  max_tool_calls: null,
  temperature: 1,
  top_p: 1,
  top_logprobs: 0,
  presence_penalty: 0,
  frequency_penalty: 0,
  service_tier: 'default',
  user: null,
  safety_identifier: null,
  prompt_cache_key: null,
};
/** Fields for which the server's value is used if the caller left them out. */
const SERVERS_WORD = new Set(['parallel_tool_calls', 'temperature', 'top_p', 'truncation', 'service_tier']);

/**
 * Returns the caller's fields in the full shape that clients expect of a response: every field is present, also in tools
 * and formats.
 *
 * @param given the caller's own body
 * @param response the server's answer
 */
export function repeatedFields(given: JsonObject, response: DialectObject): DialectObject {
  const repeated = Object.entries(REPEATED).map(([field, usual]) => [
    field,
    completed(field, given[field]) ?? (SERVERS_WORD.has(field) ? response[field] : undefined) ?? usual,
  ]);
  return Object.fromEntries(repeated) as DialectObject;
}

function completed(field: string, given: JsonValue | undefined): JsonValue | undefined {
  if (field === 'tools' && Array.isArray(given))
    return given.map((tool) => filled({ description: null, parameters: null, strict: null }, tool));
  if (field === 'reasoning' && isObject(given)) return filled({ effort: null, summary: null }, given);
  if (field !== 'text' || !isObject(given)) return given;
  const { format, ...others } = given;
  if (!isObject(format) || format.type !== 'json_schema')
    return { format: format ?? { type: 'text' }, ...others };
  return { format: filled({ description: null, strict: false }, format), ...others };
}

const filled = (usual: JsonObject, given: JsonValue): JsonValue =>
  isObject(given) ? { ...given, ...missing(usual, given) } : given;

const missing = (usual: JsonObject, given: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(usual).filter(([field]) => given[field] === undefined));
