import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiExcludeController, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
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
  ApiGeminiFailure,
  CONTENT_ANSWER,
  CONTENT_DESCRIPTION,
  CONTENT_MODELS,
  CONTENT_SCHEMA,
  CONTENT_STREAM,
  CONTENT_TOKENS,
} from './gemini.documentation';

@ApiTags('Gemini')
@Access({ roles: ROLES, scope: 'openai', keyHeader: 'x-goog-api-key' })
@Controller('gemini/v1beta')
export class GeminiController {
  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly answerCall: AnswerCall,
  ) {}

  @Post('models/:model\\:generateContent')
  @HttpCode(200)
  @RateLimit('chat')
  @JsonBody('openai')
  @ApiOperation({
    operationId: 'generateContent',
    summary: "Gemini's generateContent, without the personal data",
    description: CONTENT_DESCRIPTION,
  })
  @ApiHidingHeaders()
  @ApiBody({ schema: CONTENT_SCHEMA })
  @ApiResponse(CONTENT_ANSWER)
  @ApiModelCallFailures(ApiGeminiFailure)
  async generate(
    @CurrentUser() user: AuthUser,
    @Param('model') model: string,
    @Body() body: JsonObject,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.answerCall.execute('gemini', user, { ...body, model }, { isStreamed: false, gone, response });
  }

  @Post('models/:model\\:streamGenerateContent')
  @HttpCode(200)
  @RateLimit('chat')
  @JsonBody('openai')
  @ApiOperation({
    operationId: 'streamGenerateContent',
    summary: "Gemini's streamGenerateContent, without the personal data",
    description: 'As `generateContent`, in chunks, which are sent as events.',
  })
  @ApiQuery({ name: 'alt', schema: { type: 'string', enum: ['sse'] }, required: false })
  @ApiHidingHeaders()
  @ApiBody({ schema: CONTENT_SCHEMA })
  @ApiResponse(CONTENT_STREAM)
  @ApiModelCallFailures(ApiGeminiFailure)
  async stream(
    @CurrentUser() user: AuthUser,
    @Param('model') model: string,
    @Query('alt') alt: unknown,
    @Body() body: JsonObject,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (alt !== undefined && alt !== 'sse')
      throw invalid('alt', 'must be sse: chunks are sent as events only');
    return this.answerCall.execute('gemini', user, { ...body, model }, { isStreamed: true, gone, response });
  }

  @Post('models/:model\\:countTokens')
  @HttpCode(200)
  @RateLimit('anonymize')
  @JsonBody('openai')
  @ApiOperation({
    operationId: 'countContentTokens',
    summary: 'The approximate number of tokens in a body of contents; nothing is sent to a provider',
  })
  @ApiBody({ schema: CONTENT_SCHEMA })
  @ApiResponse(CONTENT_TOKENS)
  async count(@Param('model') _model: string, @Body() body: JsonObject) {
    const { generateContentRequest: given } = body;
    const request = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : body;
    listOfObjects(request.contents, 'contents');
    const { promptTokens } = await estimateSent([request], '');
    return { totalTokens: promptTokens };
  }

  @Get('models')
  @ApiOperation({
    operationId: 'listContentModels',
    summary: "The models that you may use, default first, in Gemini's format",
  })
  @ApiResponse(CONTENT_MODELS)
  @ApiProviderFailures(ApiGeminiFailure)
  async models(@CurrentUser() user: AuthUser) {
    const models = await this.acceptCall.models(user);
    return {
      models: models.map(({ id, promptTokens, answerTokens }) => ({
        name: `models/${id}`,
        displayName: id,
        inputTokenLimit: promptTokens,
        outputTokenLimit: answerTokens,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      })),
    };
  }
}

/** The same at the address that newer clients call. */
@ApiExcludeController()
@Access({ roles: ROLES, scope: 'openai', keyHeader: 'x-goog-api-key' })
@Controller('gemini/v1')
export class GeminiV1Controller extends GeminiController {}
