import { atGateway, codeOfStatus } from '@app/common';
import type { ApiResponseOptions } from '@nestjs/swagger';
import { MODEL_CALL_HEADERS } from '../http/model-call';
import { ApiAnswer, OpenAiFailureDto } from '../openapi/api-answer.decorator';
import { OVERHEAD_HEADER } from '../http/privacy-overhead';
import { DROPPED_HEADER } from './gateway-headers';
import { fieldTable } from './leak-matrix';

/** A model that `GET models` lists. */
export const MODEL_FORM = { type: 'string', minLength: 1 };

/** Describes the responses if the provider refuses a call. */
export const WHERE_REFUSED =
  'If the provider refuses a call: 400 if the caller can fix it, with the code ' +
  '`context_length_exceeded` or `content_filter` in these cases; 404 `model_not_found`; 429 with ' +
  'its `Retry-After`; 502 `provider_configuration` (with `x-should-retry: false`) if it rejects ' +
  'this service; otherwise 502. If it does not answer in time: 504.';

export const COMPLETION_DESCRIPTION = [
  'Stateless. Personal data in the body is hidden from the provider and restored in the answer, ' +
    'whole or streamed. In arguments of tool calls it is restored only inside strings. Fields that a ' +
    'server omits and that clients rely on are added to the answer.',
  fieldTable('chat/completions'),
  WHERE_REFUSED,
].join('\n\n');

const TEXT = 'Write to Anna Schmidt, anna.schmidt@example.com.';

/** The required fields of OpenAI's body. OpenAI documents the others. */
export const COMPLETION_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['model', 'messages'],
  properties: {
    model: MODEL_FORM,
    messages: { type: 'array', minItems: 1, items: { type: 'object', additionalProperties: true } },
  },
  example: { model: 'demo-echo', messages: [{ role: 'user', content: TEXT }] },
};

const ANSWER =
  'This is demo-echo, not a language model: it only repeats what a provider would have been sent.\n\n' + TEXT;
const HEAD = {
  id: 'chatcmpl-019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d',
  created: 1_795_248_000,
  model: 'demo-echo',
};
const CHUNK = {
  ...HEAD,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { role: 'assistant', content: 'This' }, finish_reason: null }],
};

export const DROPPED = {
  [OVERHEAD_HEADER]: {
    description:
      "The milliseconds that this service added until the answer started, without the provider's time",
    schema: { type: 'string' as const, example: '4.2' },
  },
  [DROPPED_HEADER]: {
    description: 'Unknown parameters that were not forwarded: at most 20 names, then `+N`',
    schema: { type: 'string' as const, example: 'a_new_text, +1' },
  },
};

export const COMPLETION: ApiResponseOptions = {
  status: 200,
  description: "OpenAI's answer, or with `stream` its chunks and `[DONE]`",
  headers: { ...MODEL_CALL_HEADERS, ...DROPPED },
  content: {
    'application/json': {
      schema: { type: 'object', additionalProperties: true },
      example: {
        ...HEAD,
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 81, completion_tokens: 37, total_tokens: 118 },
      },
    },
    'text/event-stream': {
      schema: { type: 'string' },
      example: `data: ${JSON.stringify(CHUNK)}\n\ndata: [DONE]\n\n`,
    },
  },
};

export const MODEL_LIST = {
  object: 'list',
  data: [{ id: 'demo-echo', object: 'model', created: 0, owned_by: 'privacy-chat' }],
};

/**
 * Documents a failure in OpenAI's format.
 *
 * @param code if absent, the general code of the status; for 404, that of an unknown model
 */
export const ApiOpenAiFailure = (
  status: number,
  message: string,
  param: string | null = null,
  code = codeOfExample(status),
) => {
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return ApiAnswer(OpenAiFailureDto, { error: { message, type, param, code } }, { status });
};

function codeOfExample(status: number): string {
  return atGateway(status === 404 ? 'model_not_found' : codeOfStatus(status)).code;
}
