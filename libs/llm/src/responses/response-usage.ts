import { isRecord } from '../openai-format';
import { z } from 'zod';
import type { DialectObject, TokenUsage } from '../language-model';
import { tokenCount } from '../token-count';

/** Marks a usage that a tokenizer counted. It is not part of the JSON. */
const ESTIMATED = Symbol('estimated');

const said = z.object({ input_tokens: tokenCount, output_tokens: tokenCount });

/** Returns the usage that a response, or its last event, reports, if any. */
export function readResponseUsage(part: DialectObject): TokenUsage | undefined {
  const { usage } = isRecord(part.response) ? part.response : part;
  const { success, data } = said.safeParse(usage);
  if (!success) return undefined;
  const source = isRecord(usage) && ESTIMATED in usage ? 'tokenizer' : 'provider';
  return { promptTokens: data.input_tokens, completionTokens: data.output_tokens, source };
}

const count = z.int().min(0).catch(0);
const ofChat = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).catch({ cached_tokens: 0 }),
  completion_tokens_details: z.object({ reasoning_tokens: count }).catch({ reasoning_tokens: 0 }),
});

/** Converts the usage of a chat completion into the usage of a response. */
export function responseUsage(usage: DialectObject): DialectObject {
  const { prompt_tokens: input, completion_tokens: output, ...details } = ofChat.parse(usage);
  return {
    input_tokens: input,
    input_tokens_details: details.prompt_tokens_details,
    output_tokens: output,
    output_tokens_details: details.completion_tokens_details,
    total_tokens: input + output,
  };
}

/** Converts the counts of a tokenizer into the usage of a response. */
export function estimatedUsage({ promptTokens, completionTokens }: TokenUsage): DialectObject {
  const usage = responseUsage({ prompt_tokens: promptTokens, completion_tokens: completionTokens });
  return Object.assign(usage, { [ESTIMATED]: true });
}
