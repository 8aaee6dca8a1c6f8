import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { IsString, Matches, MaxLength } from 'class-validator';
import { Access, CurrentUser, Public, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { GenerateImage, ReadImage } from '@app/images';
import { ChatIdField } from '../chat/chat.dto';
import { BudgetGate, MODEL_CALL_HEADERS } from '../http/model-call';
import { ClientGone } from '../http/client-gone.decorator';
import { RateLimit } from '../http/rate-limit.guard';
import { readLink, SignedLinkDto } from '../http/signed-link.dto';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { NOT_BLANK_FORM } from '../openapi/forms';

const MAX_PROMPT_LENGTH = 4_000;

export class GenerateImageDto {
  @ApiProperty({
    ...NOT_BLANK_FORM,
    maxLength: MAX_PROMPT_LENGTH,
    description: 'A description of the image, at most 4,000 characters',
    example: 'A red bicycle',
  })
  @Matches(/\S/, { message: 'must not be empty or blank' })
  @MaxLength(MAX_PROMPT_LENGTH, { message: `must not have more than ${MAX_PROMPT_LENGTH} characters` })
  @IsString()
  prompt!: string;

  @ChatIdField()
  chat_id?: string | null;
}

export class ImageDto {
  @ApiProperty() chat_id!: string;
  @ApiProperty({ description: 'The address of the image; needs no token and expires' }) image_url!: string;
}

@ApiTags('images')
@Access({ roles: ROLES, scope: 'images' })
@Controller('generate-image')
export class GenerateImageController {
  constructor(
    private readonly budgetGate: BudgetGate,
    private readonly generateImage: GenerateImage,
  ) {}

  @Post()
  @HttpCode(200)
  @RateLimit('images')
  @ApiOperation({
    operationId: 'generateImage',
    summary: 'Generates an image from a description without its personal data',
    description:
      'Personal data in the prompt is always replaced before it is sent, as in the rest of the chat. ' +
      "Surrogate names follow the prompt's language, English or German.",
  })
  @ApiAnswer(
    ImageDto,
    {
      chat_id: '019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d',
      image_url:
        'http://localhost:3000/ai/v1/images/019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10?expires=1763812800&signature=kq3v',
    },
    { headers: MODEL_CALL_HEADERS },
  )
  @ApiFailure(400, 'prompt must not be empty or blank', ['prompt'])
  @ApiFailure(502, 'The image server failed; try again later')
  @ApiFailure(504, 'The image server did not answer in time; try again')
  async generate(
    @CurrentUser() user: AuthUser,
    @Body() { prompt, chat_id }: GenerateImageDto,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImageDto> {
    const input = { prompt, ...(chat_id && { chatId: chat_id }) };
    await this.budgetGate.enter(user, response);
    const { chatId, url, protection } = await this.generateImage.execute(user, input, gone);
    response.setHeader('X-Protection', protection);
    return { chat_id: chatId, image_url: url };
  }
}

const BYTES = { schema: { type: 'string', format: 'binary' } };

@ApiTags('images')
@ApiSecurity({})
@Public()
@Controller('images')
export class ImagesController {
  constructor(private readonly readImage: ReadImage) {}

  @Get(':id')
  @Header('Cache-Control', 'private')
  @Header('Content-Security-Policy', 'sandbox')
  @Header('X-Content-Type-Options', 'nosniff')
  // Pages of other origins may show the image. The signature protects it.
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  @ApiOperation({
    operationId: 'getImage',
    summary: 'Returns an image by a signed link of generate-image or history',
    description: 'An expired, forged or deleted link always returns the same 404.',
  })
  @ApiResponse({ status: 200, content: { 'image/png': BYTES, 'image/jpeg': BYTES, 'image/webp': BYTES } })
  @ApiFailure(404, 'There is no such image, or the link has expired')
  @ApiFailure(503, 'The service cannot reach its database; try again in a few seconds')
  async read(@Param('id') imageId: string, @Query() link: SignedLinkDto): Promise<StreamableFile> {
    const { type, content } = await this.readImage.execute({ id: imageId, ...readLink(link) });
    return new StreamableFile(content, { type, disposition: 'inline' });
  }
}
