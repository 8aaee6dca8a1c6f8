import { applyDecorators, Body, Controller, HttpCode, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { DrawImage, MAX_READ_IMAGES, type JsonObject, type UploadedImages } from '@app/openai-gateway';
import { MODEL_CALL_HEADERS } from '../http/model-call';
import { ClientGone } from '../http/client-gone.decorator';
import { StreamedBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { NOT_BLANK_FORM } from '../openapi/forms';
import { GatewayEntry } from './gateway-entry';
import { ApiHidingHeaders } from './hiding-headers.decorator';
import { fieldTable } from './leak-matrix';
import { ApiOpenAiFailure, DROPPED } from './openai.documentation';
import { MOST_EDIT_BYTES, ReceiveImages } from './receive-images.interceptor';

const EDIT_FORM = {
  type: 'object',
  required: ['image', 'prompt'],
  properties: {
    image: {
      type: 'array',
      items: { type: 'string', format: 'binary' },
      minItems: 1,
      maxItems: MAX_READ_IMAGES,
      description: 'PNG or JPEG; several also as `image[]`. The server receives them without metadata',
    },
    mask: { type: 'string', format: 'binary', description: 'PNG or JPEG of the same size' },
    prompt: { type: 'string', ...NOT_BLANK_FORM, example: 'Put a hat on the cat of Anna Schmidt' },
    size: { type: 'string', example: '1024x1024' },
    quality: { type: 'string', enum: ['auto', 'standard', 'hd', 'low', 'medium', 'high'] },
    background: { type: 'string', enum: ['auto', 'transparent', 'opaque'] },
    input_fidelity: { type: 'string', enum: ['low', 'high'] },
    output_format: { type: 'string', enum: ['png', 'jpeg', 'webp'] },
  },
};

const EXAMPLE = { created: 1_795_248_000, data: [{ b64_json: 'iVBORw0KGgo=' }] };

const ApiImage = () =>
  applyDecorators(
    ApiHidingHeaders(),
    ApiResponse({
      status: 200,
      description: "OpenAI's answer",
      headers: { ...MODEL_CALL_HEADERS, ...DROPPED },
      content: {
        'application/json': { schema: { type: 'object', additionalProperties: true }, example: EXAMPLE },
      },
    }),
    ApiOpenAiFailure(400, 'prompt must be a text', 'prompt'),
    ApiOpenAiFailure(502, 'The image server failed; try again later'),
    ApiOpenAiFailure(504, 'The image server did not answer in time; try again'),
  );

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
  @ApiImage()
  @ApiBody({
    schema: {
      type: 'object',
      additionalProperties: true,
      required: ['prompt'],
      properties: { prompt: { type: 'string', ...NOT_BLANK_FORM } },
      example: { prompt: 'A garden for Anna Schmidt' },
    },
  })
  async draw(
    @CurrentUser() user: AuthUser,
    @Body() body: JsonObject,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const input = await this.entry.enter(user, body, response);
    return this.drawImage.execute(user, input, gone);
  }

  @Post('edits')
  @HttpCode(200)
  @RateLimit('images')
  @StreamedBody(MOST_EDIT_BYTES)
  @UseInterceptors(ReceiveImages)
  @ApiConsumes('multipart/form-data')
  @ApiOperation({
    operationId: 'editOpenAiImage',
    summary: "OpenAI's edited images, from images and descriptions without their personal data",
    description:
      'Returns one image per call, in base64. Nothing is stored. The policy of the organization decides whether ' +
      'images are refused, passed without metadata, or read by OCR and sent with values painted over.\n\n' +
      fieldTable('images/edits'),
  })
  @ApiImage()
  @ApiBody({ schema: EDIT_FORM })
  @ApiOpenAiFailure(413, 'The images are too large: at most 16777216 bytes are accepted')
  @ApiOpenAiFailure(415, 'Content-Type must be multipart/form-data with a boundary')
  async edit(
    @CurrentUser() user: AuthUser,
    @Body() body: JsonObject,
    @Req() { uploaded }: { uploaded: UploadedImages },
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const input = await this.entry.enter(user, body, response);
    return this.drawImage.execute(user, input, gone, uploaded);
  }
}
