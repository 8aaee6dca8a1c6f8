import type { ApiResponseOptions } from '@nestjs/swagger';

export const GUARDRAIL_DESCRIPTION =
  "LiteLLM's Generic Guardrail API. With `input_type: request`, the texts are hidden under the policy, and what restores " +
  'them is stored, sealed, for 15 minutes under the calling key and `litellm_call_id`. With `input_type: response`, the texts ' +
  'of the answer are restored; if nothing is stored for the call, they stay as they are. `BLOCKED` if the policy does not ' +
  'allow the call. `request_data` and `request_headers` are not read. The key may stand in `x-api-key`.';

const list = (items: object, description?: string) => ({
  type: 'array',
  items,
  maxItems: 20_000,
  nullable: true,
  ...(description && { description }),
});
const OBJECT = { type: 'object', additionalProperties: true };
const TEXT = { type: 'string' };
const CALL = '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10';

export const GUARDRAIL_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['input_type'],
  properties: {
    input_type: { type: 'string', enum: ['request', 'response'] },
    litellm_call_id: { type: 'string', maxLength: 200, nullable: true },
    texts: list(TEXT, 'The contents of the messages, or of the answer'),
    images: list(TEXT, 'Refused unless the policy lets images pass unread'),
    tools: list(OBJECT),
    structured_messages: list(OBJECT),
  },
  example: {
    input_type: 'request',
    litellm_call_id: CALL,
    texts: ['Which files are there?'],
    request_data: {},
  },
};

export const GUARDRAIL_ANSWER: ApiResponseOptions = {
  status: 200,
  description: '',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['action'],
        properties: {
          action: { type: 'string', enum: ['NONE', 'BLOCKED', 'GUARDRAIL_INTERVENED'] },
          blocked_reason: TEXT,
          texts: { type: 'array', items: TEXT },
          structured_messages: { type: 'array', items: OBJECT },
          tools: { type: 'array', items: OBJECT },
          stream_holdback_chars: { type: 'array', items: { type: 'integer', minimum: 0 } },
        },
      },
      example: { action: 'GUARDRAIL_INTERVENED', texts: ['Which files are there?'] },
    },
  },
};
