import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { DrawImage, type JsonObject } from '@app/openai-gateway';
import { MODEL_CALL_HEADERS } from '../http/model-call-headers';
import { ClientGone } from '../http/client-gone.decorator';
import { RateLimit } from '../http/rate-limit.guard';
import { NOT_BLANK_FORM } from '../openapi/forms';
import { GatewayEntry } from './gateway-entry';
import { ApiHidingHeaders } from './hiding-headers.decorator';
import { fieldTable } from './leak-matrix';
import { ApiOpenAiFailure, DROPPED } from './openai.documentation';

const EXAMPLE = { created: 1_795_248_000, data: [{ b64_json: 'iVBORw0KGgo=' }] };

@ApiTags('OpenAI')
@Access({ roles: ROLES, scope: 'openai' })
@Controller('openai/v1/images')
export class OpenAiImagesController {
  constructor(
    private readonly entry: GatewayEntry,
    private readonly drawImage: DrawImage,
  ) {}

  @Post('generations')
  @HttpCode(200)
  @RateLimit('images')
  @ApiOperation({
    operationId: 'createOpenAiImage',
    summary: "OpenAI's images, from descriptions without their personal data",
    description: `Returns one image per call, in base64. Nothing is stored.\n\n${fieldTable('images/generations')}`,
  })
  @ApiHidingHeaders()
  @ApiBody({
    schema: {
      type: 'object',
      additionalProperties: true,
      required: ['prompt'],
      properties: { prompt: { type: 'string', ...NOT_BLANK_FORM } },
      example: { prompt: 'A garden for Anna Schmidt' },
    },
  })
  @ApiResponse({
    status: 200,
    description: "OpenAI's answer",
    headers: { ...MODEL_CALL_HEADERS, ...DROPPED },
    content: {
      'application/json': { schema: { type: 'object', additionalProperties: true }, example: EXAMPLE },
    },
  })
  @ApiOpenAiFailure(400, 'prompt must be a text', 'prompt')
  @ApiOpenAiFailure(502, 'The image server failed; try again later')
  @ApiOpenAiFailure(504, 'The image server did not answer in time; try again')
  async draw(
    @CurrentUser() user: AuthUser,
    @Body() body: JsonObject,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const input = await this.entry.enter(user, body, response);
    return this.drawImage.execute(user, input, gone);
  }
}
