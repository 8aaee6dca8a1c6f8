import type { ApiResponseOptions } from '@nestjs/swagger';
import { BUDGET_HEADERS } from '../http/budget-gate';
import { ApiAnswer, OpenAiFailureDto } from '../openapi/api-answer.decorator';
import { DROPPED_HEADER } from './gateway-headers';

/** What happens to each field of a chat-completions body (contract: The OpenAI gateway). */
const FIELDS: readonly [string, string][] = [
  [
    '`messages[].content`, its text parts, `refusal`, `reasoning_content`, `reasoning`',
    'hidden; of tools inside the strings and keys of their JSON alone',
  ],
  [
    '`messages[].tool_calls[].function.arguments`',
    'hidden inside strings and keys; numbers, order and layout stay',
  ],
  [
    '`messages[].name`, `tool_call_id`, names of tools, calls and properties',
    'passed, unless they tell of somebody: then replaced for this request, and mapped back',
  ],
  ['other fields of assistant messages', 'accepted and dropped; of other messages refused'],
  ['`tools`, `response_format`: descriptions, enums, examples, defaults, unknown keywords', 'hidden'],
  ['`stop`, `prediction`', 'hidden'],
  ['`user`, `safety_identifier`, `prompt_cache_key`', 'hashed with a key of this service'],
  [
    '`tool_choice`, `reasoning_effort`, `reasoning`, `thinking`, `verbosity`, `service_tier`, `stream_options`, ' +
      '`logit_bias`, `stop_token_ids`, `prompt_cache_retention`',
    'passed in their known shapes, else refused',
  ],
  ['`chat_template_kwargs`', 'passed where it holds booleans and numbers, else refused'],
  ['other numbers and booleans, such as `temperature`, `top_k`, `min_p`', 'passed'],
  ['`metadata`, `store`', 'dropped'],
  ['unknown parameters', 'dropped, and named in `X-Dropped-Parameters`'],
  [
    '`logprobs`, `top_logprobs`, `modalities` beyond text, `web_search_options`, `functions`, parts that are images, ' +
      'audio or files',
    'refused',
  ],
];

export const COMPLETION_DESCRIPTION = [
  'Stateless. What is personal in the body is hidden from the provider, and put back into the answer, whole or ' +
    'streamed, into arguments of tool calls inside their strings alone. What a server leaves out of its answer and ' +
    'clients rely on is added.',
  [
    '| field | what happens to it |',
    '|---|---|',
    ...FIELDS.map(([field, what]) => `| ${field} | ${what} |`),
  ].join('\n'),
  'Where the provider refuses: 400 for what the caller can mend, with the code `context_length_exceeded` or ' +
    '`content_filter` where it is that; 404 `model_not_found`; 429 with its `Retry-After`; 502 ' +
    '`provider_configuration` (with `x-should-retry: false`) where it refuses this service; else 502. Where it does ' +
    'not answer in time: 504.',
].join('\n\n');

const TEXT = 'Write to Anna Schmidt, anna.schmidt@example.com.';

export const COMPLETION_REQUEST = { model: 'demo-echo', messages: [{ role: 'user', content: TEXT }] };

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

export const COMPLETION: ApiResponseOptions = {
  status: 200,
  description: "OpenAI's answer, or with `stream` its chunks and `[DONE]`",
  headers: {
    ...BUDGET_HEADERS,
    [DROPPED_HEADER]: {
      description: 'Parameters that are not known here and were not sent on: at most 20 names, then `+N`',
      schema: { type: 'string', example: 'a_new_text, +1' },
    },
  },
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

const CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  404: 'model_not_found',
  502: 'upstream_failed',
  504: 'upstream_timeout',
};

/** Documents a failure in OpenAI's form. */
export const ApiOpenAiFailure = (status: number, message: string, param: string | null = null) => {
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return ApiAnswer(OpenAiFailureDto, { error: { message, type, param, code: CODES[status] } }, { status });
};
