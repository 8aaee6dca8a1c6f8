import type { ServerResponse } from 'node:http';
import type { UpstreamRequest } from '@app/testing';
import { answer, type Manner, type Said } from './manner';

interface Schema {
  properties?: Record<string, unknown>;
}
interface Body {
  messages: { role: string; content: string | { text?: string }[] | null }[];
  tools?: { function: { name: string; parameters?: Schema } }[];
  tool_choice?: unknown;
  response_format?: { json_schema?: { schema?: Schema } };
}

/**
 * A model that does what the loops of all clients need: it looks up with a tool whom it is asked to look up, says what
 * the tool answered, fills a schema with whom it is told of, and otherwise repeats what it is told.
 *
 * @returns whether it took the request
 */
export function play(manner: Manner, request: UpstreamRequest, response: ServerResponse): boolean {
  if (request.path.endsWith('/models')) return false;
  // Most servers that call themselves compatible know chat completions alone.
  if (!request.path.endsWith('/chat/completions')) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}');
    return true;
  }
  const body = request.body as unknown as Body;
  const told = textOf(body.messages.at(-1)?.content ?? '');
  const trouble = troubleIn(told, manner);
  if (trouble) {
    response.writeHead(trouble.status, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(JSON.stringify(trouble.body));
  } else answer(manner, saidTo(body, told), request, response);
  return true;
}

export function saidTo(body: Body, told: string): Said {
  const [, name = '', email = ''] = /about (.+?) at (\S+?),/.exec(told) ?? [];
  const schema = body.response_format?.json_schema?.schema;
  if (schema) return { text: JSON.stringify(filled(schema, [name, email])) };
  const last = body.messages.at(-1)?.role;
  if (last === 'tool') return { text: `The tool says: ${told}` };
  const [tool] = body.tools ?? [];
  const [, whom] = /Look up (.+?),/.exec(told) ?? [];
  const given = whom === undefined ? [name, email] : [whom];
  if (!tool || given[0] === '') return { text: `You said: ${told}` };
  const { name: called, parameters = {} } = tool.function;
  return { call: { name: called, arguments: JSON.stringify(filled(parameters, given)) } };
}

/** One value for each property, in order. */
const filled = ({ properties = {} }: Schema, values: readonly string[]): object =>
  Object.fromEntries(Object.keys(properties).map((property, i) => [property, values[i] ?? '']));

export function troubleIn(told: string, manner: Manner): Manner['tooLong'] | undefined {
  if (told.includes('far too long')) return manner.tooLong;
  if (told.includes('once too often')) return { status: 429, body: { error: { message: told } } };
  if (told.includes('with a wrong key')) return { status: 401, body: { error: { message: told } } };
  return undefined;
}

const textOf = (content: string | { text?: string }[]): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
