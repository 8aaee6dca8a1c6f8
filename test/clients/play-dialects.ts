import type { ServerResponse } from 'node:http';
import type { UpstreamRequest } from '@app/testing';
import { answerInDialect, type Asked, type Move } from './dialects';
import { MANNERS } from './manner';
import { saidTo, troubleIn } from './play';

/**
 * Acts as the model of `play` in the dialect of each address.
 *
 * @returns whether it accepted the request
 */
export function playDialects(request: UpstreamRequest, response: ServerResponse): boolean {
  const trouble = troubleIn(request.raw, MANNERS[0]!);
  if (!trouble) return answerInDialect(decide, request, response);
  response.writeHead(trouble.status, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end(JSON.stringify(trouble.body));
  return true;
}

function decide({ tools, results, last, schema }: Asked): Move {
  const said = saidTo(
    {
      messages: [{ role: results.includes(last) ? 'tool' : 'user', content: last }],
      ...(tools.length > 0 && { tools: tools.map((tool) => ({ function: tool })) }),
      ...(schema && { response_format: { json_schema: { schema } } }),
    },
    last,
  );
  const { call, text = '' } = said;
  return call ? { name: call.name, given: JSON.parse(call.arguments) as object } : { text };
}
