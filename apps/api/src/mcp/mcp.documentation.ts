import type { ApiResponseOptions } from '@nestjs/swagger';

export const MCP_DESCRIPTION =
  'Streamable HTTP without sessions: each message gets one JSON answer. Tools: `anonymize`, `anonymize_file`, `transcribe`, ' +
  '`list_cases`, and `restore` if `mcp_tools` of the policy lists it. A result contains replacements, never an original. ' +
  'A failure of a tool is a result with `isError`. `case_id` and `list_cases` need the scope `cases`, too.';

export const GATEWAY_DESCRIPTION =
  'A server that `MCP_SERVERS` names. The tools of the server are listed and called; resources and prompts are not ' +
  'available. Results are hidden with the table of the case in `X-Case`. An argument that the settings of the server name is ' +
  'restored if it is, as a whole, a replacement that the case sent; any other argument reaches the server as the client sent it. ' +
  'A key needs the scope `cases`, too.';

/** A message of JSON-RPC 2.0. */
export const MCP_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { type: 'string', enum: ['2.0'] },
    method: { type: 'string' },
    id: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    params: { type: 'object', additionalProperties: true },
  },
  example: { jsonrpc: '2.0', id: 1, method: 'ping' },
};

export const MCP_ANSWER: ApiResponseOptions = {
  status: 200,
  description: 'The answer to a request',
  content: {
    'application/json': {
      schema: { type: 'object', additionalProperties: true },
      example: { result: {}, jsonrpc: '2.0', id: 1 },
    },
  },
};

export const MCP_ACCEPTED: ApiResponseOptions = { status: 202, description: 'A notification was received' };
