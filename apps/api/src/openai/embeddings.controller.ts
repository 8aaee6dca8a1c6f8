import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Protection } from '@app/audit';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { invalid, ROLES } from '@app/common';
import { CreateEmbeddings, type JsonObject } from '@app/openai-gateway';
import { BudgetGate } from '../http/model-call';
import { ClientGone } from '../http/client-gone.decorator';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiModelCallFailures } from '../openapi/model-failures';
import { EMBEDDINGS, EMBEDDINGS_DESCRIPTION, EMBEDDINGS_SCHEMA } from './embeddings.documentation';
import { CASE_HEADER, showDropped } from './gateway-headers';
import { ApiOpenAiFailure } from './openai.documentation';

@ApiTags('OpenAI')
@Access({ roles: ROLES, scope: 'openai' })
@Controller('openai/v1/embeddings')
export class EmbeddingsController {
  constructor(
    private readonly budgetGate: BudgetGate,
    private readonly createEmbeddings: CreateEmbeddings,
  ) {}

  @Post()
  @HttpCode(200)
  @RateLimit('chat')
  @JsonBody('openai')
  @ApiOperation({
    operationId: 'createEmbeddings',
    summary: "OpenAI's embeddings, for texts with pseudonyms",
    description: EMBEDDINGS_DESCRIPTION,
  })
  @ApiBody({ schema: EMBEDDINGS_SCHEMA })
  @ApiResponse(EMBEDDINGS)
  @ApiModelCallFailures(ApiOpenAiFailure)
  async create(
    @CurrentUser() user: AuthUser,
    @Body() body: JsonObject,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (response.req.get(CASE_HEADER) !== undefined)
      throw invalid(CASE_HEADER, 'is not accepted: embeddings have the same pseudonyms in all texts');
    await this.budgetGate.enter(user, response);
    const onDropped = (names: readonly string[]): void => showDropped(response, names);
    const onProtection = (level: Protection): void => void response.setHeader('X-Protection', level);
    return this.createEmbeddings.execute(user, { body, onDropped, onProtection }, gone);
  }
}
