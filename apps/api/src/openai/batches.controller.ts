import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { OwnBatches } from '@app/batches';
import { invalid, ROLES } from '@app/common';
import type { JsonObject } from '@app/openai-gateway';
import { RateLimit } from '../http/rate-limit.guard';
import { BatchesQueryDto } from './batches.dto';
import { ApiOpenAiAnswer, BATCH, BATCH_SCHEMA, listOf } from './batches.documentation';
import { GatewayEntry } from './gateway-entry';
import { CASE_HEADER, showDropped } from './gateway-headers';
import { ApiHidingHeaders } from './hiding-headers.decorator';
import { ApiOpenAiFailure } from './openai.documentation';

const READ: ReadonlySet<string> = new Set(['input_file_id', 'endpoint', 'completion_window', 'metadata']);

@ApiTags('OpenAI')
@Access({ roles: ROLES, scope: 'openai' })
@Controller('openai/v1/batches')
export class BatchesController {
  constructor(
    private readonly entry: GatewayEntry,
    private readonly batches: OwnBatches,
  ) {}

  @Post()
  @HttpCode(200)
  @RateLimit('jobs')
  @ApiOperation({
    operationId: 'createOpenAiBatch',
    summary: "OpenAI's batches, with the personal data of each line hidden",
    description:
      'A worker validates the lines, hides them with one table, sends them and collects the results. It needs ' +
      '`provider_storage` in the policy of the organization. The headers apply to all lines; `X-Case` is refused.',
  })
  @ApiHidingHeaders()
  @ApiBody({ schema: BATCH_SCHEMA })
  @ApiOpenAiAnswer(BATCH)
  @ApiOpenAiFailure(400, 'completion_window must be 24h', 'completion_window')
  @ApiOpenAiFailure(404, 'There is no such file', null, 'not_found')
  async create(
    @CurrentUser() user: AuthUser,
    @Body() body: JsonObject,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { choices, named, style, inCase } = await this.entry.enter(user, body, response);
    if (inCase) throw invalid(CASE_HEADER, 'is not accepted: a batch has its own table');
    const asked = { style, ...(choices && { choices }), ...(named && { named }) };
    const batch = await this.batches.create(user, body, asked);
    showDropped(
      response,
      Object.keys(body).filter((name) => !READ.has(name)),
    );
    return batch;
  }

  @Get()
  @ApiOperation({
    operationId: 'listOpenAiBatches',
    summary: "Your batches, newest first, in OpenAI's format",
  })
  @ApiOpenAiAnswer(listOf([BATCH], false))
  @ApiOpenAiFailure(400, 'limit must be a whole number from 1 to 100', 'limit')
  async list(@CurrentUser() user: AuthUser, @Query() { limit, after }: BatchesQueryDto) {
    const page = { limit, order: 'desc' as const, ...(after !== undefined && { after }) };
    const { batches, hasMore } = await this.batches.list(user, page);
    return listOf(batches, hasMore);
  }

  @Get(':batch_id')
  @ApiOperation({ operationId: 'getOpenAiBatch', summary: "One of your batches, in OpenAI's format" })
  @ApiOpenAiAnswer(BATCH)
  @ApiOpenAiFailure(404, 'There is no such batch', null, 'not_found')
  async read(@CurrentUser() user: AuthUser, @Param('batch_id') id: string) {
    return this.batches.read(user, id);
  }

  @Post(':batch_id/cancel')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'cancelOpenAiBatch',
    summary: 'Cancels a batch; its finished requests have results',
  })
  @ApiOpenAiAnswer({ ...BATCH, status: 'cancelling' })
  @ApiOpenAiFailure(404, 'There is no such batch', null, 'not_found')
  @ApiOpenAiFailure(409, 'The batch has ended')
  async cancel(@CurrentUser() user: AuthUser, @Param('batch_id') id: string) {
    return this.batches.cancel(user, id);
  }
}
