import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { AppError, ROLES } from '@app/common';
import { MAX_MESSAGES, MAX_STOPS, MAX_TEXTS, MAX_TOOLS, type JsonObject } from '@app/openai-gateway';
import { AcceptCall } from '@app/policy';
import { ClientGone } from '../http/client-gone.decorator';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiModelCallFailures, ApiProviderFailures } from '../openapi/model-failures';
import {
  ApiOpenAiFailure,
  COMPLETION,
  COMPLETION_DESCRIPTION,
  COMPLETION_SCHEMA,
  MODEL_LIST,
} from './openai.documentation';
import { AnswerCall } from './answer-call';
import { ApiHidingHeaders } from './hiding-headers.decorator';

@ApiTags('OpenAI')
@Access({ roles: ROLES, scope: 'openai' })
@Controller('openai/v1')
export class OpenAiController {
  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly answerCall: AnswerCall,
  ) {}

  @Post('chat/completions')
  @HttpCode(200)
  @RateLimit('chat')
  @JsonBody('openai')
  @ApiOperation({
    operationId: 'createChatCompletion',
    summary: "OpenAI's chat completions, without the personal data",
    description:
      `${COMPLETION_DESCRIPTION} A body may have ${MAX_STOPS} texts in stop, ${MAX_MESSAGES} messages, ` +
      `${MAX_TOOLS} tools, and ${MAX_TEXTS} texts in total.`,
  })
  @ApiHidingHeaders()
  @ApiBody({ schema: COMPLETION_SCHEMA })
  @ApiResponse(COMPLETION)
  @ApiModelCallFailures(ApiOpenAiFailure)
  async complete(
    @CurrentUser() user: AuthUser,
    @Body() body: JsonObject,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const isStreamed = body.stream === true;
    return this.answerCall.execute('chat', user, body, { isStreamed, gone, response });
  }

  @Get('models')
  @ApiOperation({
    operationId: 'listOpenAiModels',
    summary: "The models that you may use, default first, in OpenAI's format",
  })
  @ApiResponse({
    status: 200,
    content: {
      'application/json': { schema: { type: 'object', additionalProperties: true }, example: MODEL_LIST },
    },
  })
  @ApiProviderFailures(ApiOpenAiFailure)
  async models(@CurrentUser() user: AuthUser) {
    const models = await this.acceptCall.models(user);
    return {
      object: 'list',
      data: models.map(shownModel),
    };
  }

  @Get('models/:model')
  @ApiOperation({
    operationId: 'getOpenAiModel',
    summary: "One of the models that you may use, in OpenAI's format",
  })
  @ApiResponse({
    status: 200,
    content: {
      'application/json': {
        schema: { type: 'object', additionalProperties: true },
        example: MODEL_LIST.data[0],
      },
    },
  })
  @ApiOpenAiFailure(404, 'GET models lists no such model')
  @ApiProviderFailures(ApiOpenAiFailure)
  async model(@CurrentUser() user: AuthUser, @Param('model') id: string) {
    const found = (await this.acceptCall.models(user)).find((model) => model.id === id);
    if (found) return shownModel(found);
    const message = 'GET models lists no such model';
    throw new AppError('model_not_found', message);
  }
}

const shownModel = ({ id }: { id: string }) => ({
  id,
  object: 'model',
  created: 0,
  owned_by: 'privacy-chat',
});
