import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type AuthUser } from '@app/auth';
import { GenerateImage } from '@app/images';
import { ApiBodyFailures, ApiFailure } from '../http/api-failure.decorator';
import { ClientGone } from '../http/client-gone.decorator';
import { RateLimit } from '../http/rate-limit.decorator';
import { GenerateImageDto, ImageDto } from './images.dto';

@ApiTags('images')
@Controller('generate-image')
export class GenerateImageController {
  constructor(private readonly generateImage: GenerateImage) {}

  @Post()
  @HttpCode(200)
  @RateLimit('images')
  @ApiOperation({
    summary: 'Makes an image, without the personal data in its description',
    description:
      'What is personal in the prompt is always replaced before it leaves, as in the rest of the chat.',
  })
  @ApiResponse({ status: 200, type: ImageDto })
  @ApiFailure(400, 'prompt must not be empty or blank', ['prompt'])
  @ApiFailure(429, 'Too many requests: 10 a minute are allowed; try again in 12 s')
  @ApiFailure(502, 'The image server failed; try again later')
  @ApiFailure(504, 'The image server did not answer in time; try again')
  @ApiBodyFailures()
  async generate(
    @CurrentUser() user: AuthUser,
    @Body() { prompt, chat_id }: GenerateImageDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<ImageDto> {
    const input = { prompt, ...(chat_id && { chatId: chat_id }) };
    const { chatId, url } = await this.generateImage.execute(user, input, gone);
    return { chat_id: chatId, image_url: url };
  }
}
