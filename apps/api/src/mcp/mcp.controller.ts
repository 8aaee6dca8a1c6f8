import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access, type GuardedUser } from '@app/auth';
import { ROLES } from '@app/common';
import { ClientGone } from '../http/client-gone.decorator';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { answerMcp } from './answer-mcp';
import { MCP_ACCEPTED, MCP_ANSWER, MCP_DESCRIPTION, MCP_SCHEMA } from './mcp.documentation';
import { McpTools } from './mcp-tools';

@ApiTags('MCP')
@Access({ roles: ROLES, scope: 'anonymize' })
@Controller('mcp')
export class McpController {
  constructor(private readonly tools: McpTools) {}

  @Post()
  @HttpCode(200)
  @RateLimit('anonymize')
  @JsonBody('openai')
  @ApiOperation({
    operationId: 'callMcp',
    summary: 'A server of the Model Context Protocol, with tools that hide personal data',
    description: MCP_DESCRIPTION,
  })
  @ApiBody({ schema: MCP_SCHEMA })
  @ApiResponse(MCP_ANSWER)
  @ApiResponse(MCP_ACCEPTED)
  async call(
    @Req() request: Request & { user: GuardedUser },
    @Body() body: object,
    @ClientGone() signal: AbortSignal,
    @Res() response: Response,
  ): Promise<void> {
    const server = await this.tools.serverFor({ user: request.user, request, signal });
    await answerMcp(server, body, request, response, signal);
  }
}
