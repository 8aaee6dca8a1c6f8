import type { ApiResponseOptions } from '@nestjs/swagger';
import { AppError, codeOfStatus } from '@app/common';
import { anthropicError } from '../http/failure-body';
import { MODEL_CALL_HEADERS } from '../http/model-call';
import { AnthropicFailureDto, ApiAnswer } from '../openapi/api-answer.decorator';
import { fieldTable } from '../openai/leak-matrix';
import { DROPPED, MODEL_FORM, WHERE_REFUSED } from '../openai/openai.documentation';

export const MESSAGE_DESCRIPTION = [
  'Stateless. Personal data in the body is hidden from the provider and restored in the answer, whole or streamed. In the ' +
    'input of tools it is restored only inside strings. What the model thought is returned as it wrote it, with replacements ' +
    'and a signature of this service; sent back unchanged, it reaches the provider as the model wrote it. A provider that ' +
    'does not have this interface receives chat completions. The key may stand in `x-api-key`.',
  fieldTable('messages'),
  WHERE_REFUSED,
].join('\n\n');

const TEXT = 'Write to Anna Schmidt, anna.schmidt@example.com.';

/** The required fields of Anthropic's body. Anthropic documents the others. */
export const MESSAGE_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['model', 'max_tokens', 'messages'],
  properties: {
    model: MODEL_FORM,
    max_tokens: { type: 'integer', minimum: 1 },
    messages: { type: 'array', minItems: 1, items: { type: 'object', additionalProperties: true } },
  },
  example: { model: 'demo-echo', max_tokens: 1024, messages: [{ role: 'user', content: TEXT }] },
};

/** The fields that count. */
export const COUNT_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['model', 'messages'],
  properties: { model: MODEL_FORM, messages: MESSAGE_SCHEMA.properties.messages },
  example: { model: MESSAGE_SCHEMA.example.model, messages: MESSAGE_SCHEMA.example.messages },
};

const ANSWER =
  'This is demo-echo, not a language model: it only repeats what a provider would have been sent.\n\n' + TEXT;
const MESSAGE = {
  id: 'msg_019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d',
  type: 'message',
  role: 'assistant',
  model: 'demo-echo',
  content: [{ type: 'text', text: ANSWER }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 81, output_tokens: 37 },
};
const EVENT = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'This' } };

export const MESSAGE_ANSWER: ApiResponseOptions = {
  status: 200,
  description: "Anthropic's message, or with `stream` its events",
  headers: { ...MODEL_CALL_HEADERS, ...DROPPED },
  content: {
    'application/json': { schema: { type: 'object', additionalProperties: true }, example: MESSAGE },
    'text/event-stream': {
      schema: { type: 'string' },
      example: `event: ${EVENT.type}\ndata: ${JSON.stringify(EVENT)}\n\n`,
    },
  },
};

const jsonAnswer = (example: object): ApiResponseOptions => ({
  status: 200,
  content: { 'application/json': { schema: { type: 'object', additionalProperties: true }, example } },
});

export const COUNT_ANSWER = jsonAnswer({ input_tokens: 22 });

export const MESSAGE_MODELS = jsonAnswer({
  data: [{ type: 'model', id: 'demo-echo', display_name: 'demo-echo', created_at: '1970-01-01T00:00:00Z' }],
  has_more: false,
  first_id: 'demo-echo',
  last_id: 'demo-echo',
});

/** Documents a failure in Anthropic's format. Only models are the cause of a 404. */
export const ApiAnthropicFailure = (status: number, message: string) =>
  ApiAnswer(
    AnthropicFailureDto,
    anthropicError(new AppError(status === 404 ? 'model_not_found' : codeOfStatus(status), message)),
    { status },
  );
