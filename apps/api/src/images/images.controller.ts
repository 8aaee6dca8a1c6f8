import { Controller, Get, Header, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { Public } from '@app/auth';
import { ReadImage } from '@app/images';
import { ApiFailure } from '../openapi/api-answer.decorator';
import { SignedLinkDto } from './images.dto';

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
  // A page of the company's own may show it; the signature is what protects it.
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  @ApiOperation({
    summary: 'An image, by the signed link that generate-image and history give',
    description: 'An expired, forged or deleted link is one and the same 404.',
  })
  @ApiResponse({ status: 200, content: { 'image/png': BYTES, 'image/jpeg': BYTES, 'image/webp': BYTES } })
  @ApiFailure(404, 'There is no such image, or the link has expired')
  @ApiFailure(503, 'The service cannot reach its database; try again in a few seconds')
  async read(@Param('id') imageId: string, @Query() link: SignedLinkDto): Promise<StreamableFile> {
    const [expires, signature] = [String(link.expires ?? ''), String(link.signature ?? '')];
    const { type, content } = await this.readImage.execute({ imageId, expires, signature });
    return new StreamableFile(content, { type, disposition: 'inline' });
  }
}
