import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '@app/auth';
import { ROLES } from '@app/common';
import { imagesConfig, type ImagesConfig } from '@app/config';
import { SpeechLanguages } from '@app/transcription';
import { ApiAnswer, DoneDto } from '../openapi/api-answer.decorator';

class SpeechOfferDto {
  @ApiProperty({ description: 'Whether `lang=auto` is possible' }) auto!: boolean;
  @ApiProperty({ description: 'Whether the engine has times of words' }) words!: boolean;
  @ApiProperty({ description: 'Whether the engine uses a vocabulary' }) vocabulary!: boolean;
}

class CapabilityListDto {
  @ApiProperty({ description: 'Whether images can be generated' }) images!: boolean;
  @ApiProperty({ description: 'Whether recordings can be transcribed' }) transcription!: boolean;
  @ApiProperty({ type: SpeechOfferDto, nullable: true, description: 'What the speech engine offers' })
  speech!: SpeechOfferDto | null;
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
    private readonly languages: SpeechLanguages,
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
    data: { images: true, transcription: true, speech: { auto: true, words: true, vocabulary: true } },
  })
  async list() {
    const speech = (await this.languages.offer()) ?? null;
    const data = {
      images: this.images.baseUrl !== undefined,
      transcription: speech !== null,
      speech,
    };
    return { success: true, message: 'Capabilities', data };
  }
}
