import { Body, Controller, Headers, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import { CreateResponse, type JsonObject } from '@app/openai-gateway';
import { BudgetGate } from '../http/budget-gate';
import { ClientGone } from '../http/client-gone.decorator';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { readGatewayInput, showDropped } from './gateway-headers';
import { ApiHidingHeaders } from './hiding-headers.decorator';
import { ApiOpenAiFailure } from './openai.documentation';
import { RESPONSE_ANSWER, RESPONSE_DESCRIPTION, RESPONSE_REQUEST } from './responses.documentation';
import { StreamEvents } from './stream-events';

@ApiTags('OpenAI')
@Access({ roles: ROLES, scope: 'openai' })
@Controller('openai/v1/responses')
export class ResponsesController {
  constructor(
    @Inject(llmConfig.KEY) private readonly llm: LlmConfig,
    private readonly budgetGate: BudgetGate,
    private readonly createResponse: CreateResponse,
    private readonly streamEvents: StreamEvents,
  ) {}

  @Post()
  @HttpCode(200)
  @RateLimit('chat')
  @JsonBody('openai')
  @ApiOperation({
    summary: "OpenAI's responses, without the personal data",
    description: RESPONSE_DESCRIPTION,
  })
  @ApiHidingHeaders()
  @ApiBody({ schema: { type: 'object', additionalProperties: true, example: RESPONSE_REQUEST } })
  @ApiResponse(RESPONSE_ANSWER)
  @ApiOpenAiFailure(400, 'model must be one of the models that GET models lists', 'model')
  @ApiOpenAiFailure(404, 'The provider does not know this model, or nothing answers at its address')
  @ApiOpenAiFailure(502, 'The language model failed; try again later')
  @ApiOpenAiFailure(504, 'The language model did not answer in time; try again')
  async create(
    @CurrentUser() user: AuthUser,
    @Body() body: JsonObject,
    @Headers('x-anonymize') anonymize: string | undefined,
    @Headers('x-replacements') replacements: string | undefined,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const input = readGatewayInput(body, {
      anonymize,
      replacements,
      usual: this.llm.replacements,
      onDropped: (names) => showDropped(response, names),
    });
    await this.budgetGate.enter(user, response);
    if (body.stream === true)
      return this.streamEvents.execute(this.createResponse.stream(user, input, gone), response);
    return this.createResponse.execute(user, input, gone);
  }
}
