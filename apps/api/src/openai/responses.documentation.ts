import { MODEL_CALL_HEADERS } from '../http/model-call';
import type { ApiResponseOptions } from '@nestjs/swagger';
import { repeatedFields } from '@app/openai-gateway';
import { fieldTable } from './leak-matrix';
import { DROPPED, MODEL_FORM, WHERE_REFUSED } from './openai.documentation';

export const RESPONSE_DESCRIPTION = [
  'Stateless: `store` is false, and later requests cannot refer to a response. Personal data in ' +
    "the body is hidden from the provider and restored in the answer, whole or streamed as OpenAI's " +
    'events. In arguments of calls it is restored only inside strings. A server that supports only ' +
    'chat completions receives chat completions. `instructions`, `tools`, `text`, `metadata` and ' +
    'similar fields are returned as the caller sent them.',
  fieldTable('responses'),
  WHERE_REFUSED,
].join('\n\n');

const TEXT = 'Write to Anna Schmidt, anna.schmidt@example.com.';

/** The required fields of OpenAI's body. OpenAI documents the others. */
export const RESPONSE_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['model', 'input'],
  properties: {
    model: MODEL_FORM,
    input: {
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'object', additionalProperties: true } }],
    },
  },
  example: { model: 'demo-echo', input: TEXT },
};

const ANSWER =
  'This is demo-echo, not a language model: it only repeats what a provider would have been sent.\n\n' + TEXT;
const RESPONSE = {
  ...repeatedFields({}, {}),
  object: 'response',
  status: 'completed',
  completed_at: null,
  incomplete_details: null,
  usage: {
    input_tokens: 81,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 37,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 118,
  },
  id: 'resp_019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d',
  created_at: 1_795_248_000,
  model: 'demo-echo',
  output: [
    {
      id: 'msg_019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0e',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: ANSWER, annotations: [], logprobs: [] }],
    },
  ],
  error: null,
  store: false,
  background: false,
  previous_response_id: null,
};
const EVENT = {
  type: 'response.output_text.delta',
  item_id: RESPONSE.output[0]!.id,
  output_index: 0,
  content_index: 0,
  delta: 'This',
  logprobs: [],
  sequence_number: 4,
};

export const RESPONSE_ANSWER: ApiResponseOptions = {
  status: 200,
  description: "OpenAI's response, or with `stream` its events and `[DONE]`",
  headers: { ...MODEL_CALL_HEADERS, ...DROPPED },
  content: {
    'application/json': { schema: { type: 'object', additionalProperties: true }, example: RESPONSE },
    'text/event-stream': {
      schema: { type: 'string' },
      example: `event: ${EVENT.type}\ndata: ${JSON.stringify(EVENT)}\n\ndata: [DONE]\n\n`,
    },
  },
};
