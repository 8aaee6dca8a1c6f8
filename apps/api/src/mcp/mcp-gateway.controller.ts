import { Body, Controller, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { Server } from '@modelcontextprotocol/server';
import { ApiBody, ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { invalid, ROLES, statusOf, VERSION } from '@app/common';
import { McpGateway } from '@app/mcp-gateway';
import { Log } from '@app/observability';
import { caseOfRequest } from '../auth/require-scope';
import { ClientGone } from '../http/client-gone.decorator';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { toAppError } from '../http/to-app-error';
import { ApiFailure } from '../openapi/api-answer.decorator';
import { CASE_HEADER } from '../openai/gateway-headers';
import { answerMcp } from './answer-mcp';
import { GATEWAY_DESCRIPTION, MCP_ACCEPTED, MCP_ANSWER, MCP_SCHEMA } from './mcp.documentation';

/** The generator of Go clients has a variable of its own with the name of the parameter. */
const FOR_GO = { 'x-go-name': 'ServerName' };

@ApiTags('MCP')
@Access({ roles: ROLES, scope: 'anonymize' })
@Controller('mcp')
export class McpGatewayController {
  constructor(
    private readonly gateway: McpGateway,
    @Inject(Log) private readonly log: Log,
  ) {}

  @Post(':server')
  @HttpCode(200)
  @RateLimit('anonymize')
  @JsonBody('openai')
  @ApiOperation({
    operationId: 'callMcpServer',
    summary: 'A gateway to an MCP server, with replacements in its results',
    description: GATEWAY_DESCRIPTION,
  })
  @ApiParam({ name: 'server', schema: { type: 'string' }, ...FOR_GO })
  @ApiHeader({ name: CASE_HEADER, required: true, schema: { type: 'string' } })
  @ApiBody({ schema: MCP_SCHEMA })
  @ApiResponse(MCP_ANSWER)
  @ApiResponse(MCP_ACCEPTED)
  @ApiFailure(400, 'X-Case must be given: the case that hides the results', ['X-Case'])
  @ApiFailure(404, 'There is no MCP server with this name for you')
  async call(
    @CurrentUser() caller: AuthUser,
    @Param('server') name: string,
    @Req() request: Request,
    @Body() body: object,
    @ClientGone() signal: AbortSignal,
    @Res() response: Response,
  ): Promise<void> {
    const caseId = caseOfRequest(caller, request.get(CASE_HEADER));
    if (caseId === undefined) throw invalid('X-Case', 'must be given: the case that hides the results');
    const call = { caller, server: name, caseId, signal };
    await this.gateway.check(call);
    const server = new Server(
      { name: `privacy-chat/${name}`, version: VERSION },
      { capabilities: { tools: {} } },
    );
    server.setRequestHandler('tools/list', async () => ({
      tools: (await this.gateway.tools(call)) as { name: string; inputSchema: { type: 'object' } }[],
    }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      try {
        return (await this.gateway.call(call, params)) as { content: [] };
      } catch (thrown) {
        const error = toAppError(thrown, request);
        if (statusOf(error.code) >= 500) this.log.error('request.failed', error);
        return { content: [{ type: 'text', text: `${error.message} (${error.code})` }], isError: true };
      }
    });
    await answerMcp(server, body, request, response, signal);
  }
}
