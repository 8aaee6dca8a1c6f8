import { atGateway, codeOfStatus } from '@app/common';
import type { ApiResponseOptions } from '@nestjs/swagger';
import { MODEL_CALL_HEADERS } from '../http/model-call-headers';
import { ApiAnswer, OpenAiFailureDto } from '../openapi/api-answer.decorator';
import { OVERHEAD_HEADER } from '../http/privacy-overhead';
import { DROPPED_HEADER } from './gateway-headers';
import { fieldTable } from './leak-matrix';

/** One of the models that `GET models` lists. */
export const MODEL_FORM = { type: 'string', minLength: 1 };

/** What becomes of a provider's refusal. */
export const WHERE_REFUSED =
  'Where the provider refuses: 400 for what the caller can repair, with the code `context_length_exceeded` or ' +
  '`content_filter` where it is that; 404 `model_not_found`; 429 with its `Retry-After`; 502 ' +
  '`provider_configuration` (with `x-should-retry: false`) where it refuses this service; else 502. Where it does ' +
  'not answer in time: 504.';

export const COMPLETION_DESCRIPTION = [
  'Stateless. What is personal in the body is hidden from the provider, and put back into the answer, whole or ' +
    'streamed, into arguments of tool calls inside their strings alone. What a server leaves out of its answer and ' +
    'clients rely on is added.',
  fieldTable('chat/completions'),
  WHERE_REFUSED,
].join('\n\n');

const TEXT = 'Write to Anna Schmidt, anna.schmidt@example.com.';

/** OpenAI's body: what every request has. The rest is OpenAI's to describe. */
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
      "What this service added until the answer began, in milliseconds; the provider's time taken off",
    schema: { type: 'string' as const, example: '4.2' },
  },
  [DROPPED_HEADER]: {
    description: 'Parameters that are not known here and were not sent on: at most 20 names, then `+N`',
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

/** Documents a failure in OpenAI's form. A 404 is said of models alone. */
export const ApiOpenAiFailure = (status: number, message: string, param: string | null = null) => {
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return ApiAnswer(
    OpenAiFailureDto,
    { error: { message, type, param, code: codeOfExample(status) } },
    { status },
  );
};

const codeOfExample = (status: number): string =>
  atGateway(status === 404 ? 'model_not_found' : codeOfStatus(status)).code;
