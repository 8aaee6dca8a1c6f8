import type { ServerResponse } from 'node:http';
import type { UpstreamRequest } from '@app/testing';

/** Differences of a model server from other compatible servers. */
export interface Manner {
  name: string;
  /** Changes a complete answer with one choice. */
  whole(said: Said, model: string): object;
  /** Changes the events of a stream, in order. */
  chunks(said: Said, model: string): object[];
  /** The failure of a prompt that is too long. */
  tooLong: { status: number; body: object };
}

/** The content of the model's answer: text, or a tool call. */
export interface Said {
  text?: string;
  call?: { name: string; arguments: string };
}

const USAGE = { prompt_tokens: 21, completion_tokens: 13, total_tokens: 34 };
const ENVELOPE = {
  id: 'chatcmpl-1',
  created: 1_700_000_000,
  system_fingerprint: 'fp_1',
  service_tier: 'default',
};
const reasonOf = ({ call }: Said): string => (call ? 'tool_calls' : 'stop');
const pieces = (text = ''): string[] => text.match(/[^]{1,5}/g) ?? [];
const callOf = (call: Said['call']) => ({ id: 'call_x|fc_1=', type: 'function', function: call });

const openai: Manner = {
  name: 'OpenAI',
  whole: (said, model) => ({
    ...ENVELOPE,
    object: 'chat.completion',
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: said.text ?? null,
          refusal: null,
          annotations: [],
          ...(said.call && { tool_calls: [callOf(said.call)] }),
        },
        logprobs: null,
        finish_reason: reasonOf(said),
      },
    ],
    usage: { ...USAGE, completion_tokens_details: { reasoning_tokens: 0 } },
  }),
  chunks: (said, model) => {
    const head = { ...ENVELOPE, object: 'chat.completion.chunk', model };
    const chunk = (delta: object, finish: string | null = null) => ({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      usage: null,
      obfuscation: 'x',
    });
    const { call, text } = said;
    const first = call
      ? { tool_calls: [{ index: 0, ...callOf({ ...call, arguments: '' }) }] }
      : { content: '', refusal: null };
    return [
      chunk({ role: 'assistant', content: null, ...first }),
      ...pieces(text).map((content) => chunk({ content })),
      ...pieces(call?.arguments).map((piece) =>
        chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
      ),
      chunk({}, reasonOf(said)),
      { ...head, choices: [], usage: USAGE },
    ];
  },
  tooLong: {
    status: 400,
    body: {
      error: {
        message: 'Too long',
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  },
};

/** Reasoning in addition to the answer, and every optional field as null. */
const vllm: Manner = {
  name: 'vLLM',
  whole: (said, model) => ({
    id: 'chatcmpl-2',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: said.text ?? null,
          refusal: null,
          annotations: null,
          audio: null,
          function_call: null,
          tool_calls: said.call ? [callOf(said.call)] : [],
          reasoning_content: 'Let me see.',
        },
        logprobs: null,
        finish_reason: reasonOf(said),
        stop_reason: null,
      },
    ],
    usage: { ...USAGE, prompt_tokens_details: null },
    prompt_logprobs: null,
    kv_transfer_params: null,
  }),
  chunks: (said, model) => {
    const head = { id: 'chatcmpl-2', object: 'chat.completion.chunk', created: 1_700_000_000, model };
    const chunk = (delta: object, finish: string | null = null) => ({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    });
    const { call, text } = said;
    return [
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'Let me see.' }),
      ...pieces(text).map((content) => chunk({ content })),
      ...(call ? [chunk({ tool_calls: [{ index: 0, ...callOf({ ...call, arguments: '' }) }] })] : []),
      ...pieces(call?.arguments).map((piece) =>
        chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
      ),
      chunk(call ? {} : { content: '' }, reasonOf(said)),
      { ...head, choices: [], usage: USAGE },
    ];
  },
  tooLong: {
    status: 400,
    body: {
      object: 'error',
      message: "This model's maximum context length is 4096 tokens. However, you requested 9999 tokens.",
      type: 'BadRequestError',
      code: 400,
    },
  },
};

/** Only the fields that a client needs. */
const small: Manner = {
  name: 'a small server',
  whole: ({ text, call }) => ({
    choices: [{ message: { content: text ?? '', ...(call && { tool_calls: [{ function: call }] }) } }],
  }),
  chunks: ({ text, call }) => [
    ...pieces(text).map((content) => ({ choices: [{ delta: { content } }] })),
    ...(call ? [{ choices: [{ delta: { tool_calls: [{ function: call }] } }] }] : []),
  ],
  tooLong: {
    status: 400,
    body: { error: { code: 400, message: 'Too long', type: 'exceed_context_size_error', n_ctx: 4096 } },
  },
};

export const MANNERS: readonly Manner[] = [openai, vllm, small];

/** Answers a request as this kind of server does. */
export function answer(
  manner: Manner,
  said: Said,
  { body }: UpstreamRequest,
  response: ServerResponse,
): void {
  const model = body.model ?? '';
  if (!body.stream) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(manner.whole(said, model)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of manner.chunks(said, model)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end('data: [DONE]\n\n');
}
