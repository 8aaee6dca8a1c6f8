import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '@app/auth';
import { ROLES } from '@app/common';
import { imagesConfig, type ImagesConfig } from '@app/config';
import { ApiAnswer, DoneDto } from '../openapi/api-answer.decorator';
import { DescribeSpeech } from './describe-speech';

class CapabilityListDto {
  @ApiProperty({ description: 'Whether images can be generated' }) images!: boolean;
  @ApiProperty({ description: 'Whether recordings can be transcribed' }) transcription!: boolean;
}

class CapabilitiesDto extends DoneDto {
  @ApiProperty() data!: CapabilityListDto;
}

/** Shows clients which optional features the operator has set up, so that they offer no others. */
@ApiTags('chat')
@Access({ roles: ROLES, scope: 'chat' })
@Controller('capabilities')
export class CapabilitiesController {
  constructor(
    @Inject(imagesConfig.KEY) private readonly images: ImagesConfig,
    private readonly speech: DescribeSpeech,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listCapabilities',
    summary: 'The optional features that the operator has set up',
    description:
      'A feature that is `false` answers with `not_configured`. Your role, scopes and grants apply too.',
  })
  @ApiAnswer(CapabilitiesDto, {
    success: true,
    message: 'Capabilities',
    data: { images: true, transcription: true },
  })
  async list() {
    const { engine, models } = await this.speech.execute();
    const data = {
      images: this.images.baseUrl !== undefined,
      transcription: engine === 'server' || models.length > 0,
    };
    return { success: true, message: 'Capabilities', data };
  }
}
