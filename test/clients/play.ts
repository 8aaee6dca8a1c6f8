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
 * Acts as a model for the loops of all clients: it calls the lookup tool for the person in the prompt, repeats
 * the tool's result, fills a schema with the person's data, and otherwise repeats the prompt.
 *
 * @returns whether it accepted the request
 */
export function play(manner: Manner, request: UpstreamRequest, response: ServerResponse): boolean {
  if (request.path.endsWith('/models')) return false;
  // Most compatible servers support only chat completions.
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

/** Returns one value for each property, in order. */
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
