import type { ServerResponse } from 'node:http';
import type { UpstreamRequest } from '@app/testing';
import type { Said } from './manner';
import { saidTo, troubleIn } from './play';
import { MANNERS } from './manner';

interface Item {
  type?: string;
  content?: string | { text?: string }[];
  output?: string;
}
interface Body {
  input: string | Item[];
  stream?: boolean;
  store?: boolean;
  tools?: { name: string; parameters?: object }[];
  text?: { format?: { schema?: object } };
}

const textOf = (content: string | { text?: string }[] = ''): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');

/**
 * Acts as the model of `play` behind OpenAI's responses endpoint, with encrypted reasoning before each answer.
 *
 * @returns whether it accepted the request
 */
export function playResponses(request: UpstreamRequest, response: ServerResponse): boolean {
  if (!request.path.endsWith('/responses')) return false;
  const body = request.body as unknown as Body;
  const last: Item = typeof body.input === 'string' ? { content: body.input } : (body.input.at(-1) ?? {});
  const told = last.output ?? textOf(last.content);
  const trouble = troubleIn(told, MANNERS[0]!);
  if (trouble || body.store !== false) {
    response.writeHead(trouble?.status ?? 500, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(JSON.stringify(trouble?.body ?? { error: { message: 'It would be kept' } }));
    return true;
  }
  const schema = body.text?.format?.schema;
  const said = saidTo(
    {
      messages: [{ role: last.output === undefined ? 'user' : 'tool', content: told }],
      ...(body.tools && { tools: body.tools.map((tool) => ({ function: tool })) }),
      ...(schema && { response_format: { json_schema: { schema } } }),
    },
    told,
  );
  answer(said, body.stream === true, response);
  return true;
}

const HEAD = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  model: 'test-model',
  error: null,
};
const USAGE = {
  input_tokens: 21,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 13,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 34,
};
const THOUGHT = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAAA==' };

function answer({ text, call }: Said, streamed: boolean, response: ServerResponse): void {
  const item = call
    ? { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', ...call }
    : {
        id: 'msg_1',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
      };
  const whole = { ...HEAD, status: 'completed', output: [THOUGHT, item], usage: USAGE };
  if (!streamed) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [sequence, event] of events(whole, item, call ? call.arguments : text!).entries())
    response.write(
      `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: sequence })}\n\n`,
    );
  response.end();
}

function events(whole: object, item: { id: string; type: string }, written: string) {
  const begun = { ...whole, status: 'in_progress', output: [], usage: null };
  const at = { item_id: item.id, output_index: 1 };
  const pieces = written.match(/[^]{1,5}/g) ?? [];
  const isCall = item.type === 'function_call';
  const place = isCall ? at : { ...at, content_index: 0 };
  const name = isCall ? 'response.function_call_arguments' : 'response.output_text';
  const part = { type: 'output_text', text: written, annotations: [] };
  const around = (moment: 'added' | 'done') =>
    isCall
      ? []
      : [
          {
            type: `response.content_part.${moment}`,
            ...place,
            part: moment === 'done' ? part : { ...part, text: '' },
          },
        ];
  return [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    { type: 'response.output_item.added', output_index: 0, item: THOUGHT },
    { type: 'response.output_item.done', output_index: 0, item: THOUGHT },
    {
      type: 'response.output_item.added',
      output_index: 1,
      item: isCall ? { ...item, arguments: '' } : { ...item, content: [] },
    },
    ...around('added'),
    ...pieces.map((delta) => ({ type: `${name}.delta`, ...place, delta, obfuscation: 'x' })),
    { type: `${name}.done`, ...place, ...(isCall ? { arguments: written } : { text: written }) },
    ...around('done'),
    { type: 'response.output_item.done', output_index: 1, item },
    { type: 'response.completed', response: whole },
  ];
}
