import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import type { JsonObject } from '@app/openai-gateway';
import { ClientGone } from '../http/client-gone.decorator';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiModelCallFailures } from '../openapi/model-failures';
import { AnswerCall } from './answer-call';
import { ApiHidingHeaders } from './hiding-headers.decorator';
import { ApiOpenAiFailure } from './openai.documentation';
import { RESPONSE_ANSWER, RESPONSE_DESCRIPTION, RESPONSE_SCHEMA } from './responses.documentation';

@ApiTags('OpenAI')
@Access({ roles: ROLES, scope: 'openai' })
@Controller('openai/v1/responses')
export class ResponsesController {
  constructor(private readonly answerCall: AnswerCall) {}

  @Post()
  @HttpCode(200)
  @RateLimit('chat')
  @JsonBody('openai')
  @ApiOperation({
    operationId: 'createResponse',
    summary: "OpenAI's responses, without the personal data",
    description: RESPONSE_DESCRIPTION,
  })
  @ApiHidingHeaders()
  @ApiBody({ schema: RESPONSE_SCHEMA })
  @ApiResponse(RESPONSE_ANSWER)
  @ApiModelCallFailures(ApiOpenAiFailure)
  async create(
    @CurrentUser() user: AuthUser,
    @Body() body: JsonObject,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const isStreamed = body.stream === true;
    return this.answerCall.execute('responses', user, body, { isStreamed, gone, response });
  }
}
