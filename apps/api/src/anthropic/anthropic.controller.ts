import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiExcludeEndpoint, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access, CurrentUser, Public, type AuthUser } from '@app/auth';
import { invalid, ROLES } from '@app/common';
import { estimateSent } from '@app/llm';
import type { JsonObject } from '@app/openai-gateway';
import { AcceptCall } from '@app/policy';
import { ClientGone } from '../http/client-gone.decorator';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { AnswerCall } from '../openai/answer-call';
import { listOfObjects } from '../openai/list-of-objects';
import { ApiHidingHeaders } from '../openai/hiding-headers.decorator';
import { ApiModelCallFailures, ApiProviderFailures } from '../openapi/model-failures';
import {
  ApiAnthropicFailure,
  COUNT_ANSWER,
  COUNT_SCHEMA,
  MESSAGE_ANSWER,
  MESSAGE_DESCRIPTION,
  MESSAGE_MODELS,
  MESSAGE_SCHEMA,
} from './anthropic.documentation';

@ApiTags('Anthropic')
@Access({ roles: ROLES, scope: 'openai', keyHeader: 'x-api-key' })
@Controller('anthropic')
export class AnthropicController {
  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly answerCall: AnswerCall,
  ) {}

  @Post('v1/messages')
  @HttpCode(200)
  @RateLimit('chat')
  @JsonBody('openai')
  @ApiOperation({
    operationId: 'createMessage',
    summary: "Anthropic's messages, without the personal data",
    description: MESSAGE_DESCRIPTION,
  })
  @ApiHidingHeaders()
  @ApiBody({ schema: MESSAGE_SCHEMA })
  @ApiResponse(MESSAGE_ANSWER)
  @ApiModelCallFailures(ApiAnthropicFailure)
  async create(
    @CurrentUser() user: AuthUser,
    @Body() body: JsonObject,
    @Req() request: Request,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const isStreamed = body.stream === true;
    return this.answerCall.execute('messages', user, withBetas(body, request), {
      isStreamed,
      gone,
      response,
    });
  }

  @Post('v1/messages/count_tokens')
  @HttpCode(200)
  @RateLimit('anonymize')
  @JsonBody('openai')
  @ApiOperation({
    operationId: 'countMessageTokens',
    summary: 'The approximate number of tokens in a body of messages; nothing is sent to a provider',
  })
  @ApiBody({ schema: COUNT_SCHEMA })
  @ApiResponse(COUNT_ANSWER)
  async count(@Body() body: JsonObject) {
    const { model, system, messages, tools } = body;
    if (typeof model !== 'string' || model === '') throw invalid('model', 'must be the id of a model');
    const parts = [system, ...listOfObjects(messages, 'messages'), tools];
    const sent = parts.filter((part) => part !== undefined && part !== null);
    return { input_tokens: (await estimateSent(sent, '')).promptTokens };
  }

  @Get('v1/models')
  @ApiOperation({
    operationId: 'listMessageModels',
    summary: "The models that you may use, default first, in Anthropic's format",
  })
  @ApiResponse(MESSAGE_MODELS)
  @ApiProviderFailures(ApiAnthropicFailure)
  async models(@CurrentUser() user: AuthUser) {
    const data = (await this.acceptCall.models(user)).map(({ id }) => ({
      type: 'model',
      id,
      display_name: id,
      created_at: '1970-01-01T00:00:00Z',
    }));
    return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  }

  /** Claude Code asks whether the address exists before its first request. */
  @Get(['', 'api/hello'])
  @Public()
  @ApiExcludeEndpoint()
  hello(): object {
    return {};
  }
}

/** Returns the body with the header `anthropic-beta`, which a field rule reads like the other fields. */
function withBetas(body: JsonObject, request: Request): JsonObject {
  const { anthropic_beta: _, ...others } = body;
  const betas = (request.get('anthropic-beta') ?? '')
    .split(',')
    .map((beta) => beta.trim())
    .filter((beta) => beta !== '');
  return betas.length === 0 ? others : { ...others, anthropic_beta: betas };
}
