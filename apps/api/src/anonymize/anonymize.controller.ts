import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '@app/auth';
import { ROLES } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { AnonymizeText } from '@app/private-model';
import { AnonymizedTextDto } from '../chat/chat.dto';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { ClientGone } from '../http/client-gone.decorator';
import { RateLimit } from '../http/rate-limit.guard';
import { AnonymizeDto, readPersonalText } from './personal-text';

@ApiTags('chat')
@Access({ roles: ROLES, scope: 'anonymize' })
@Controller('anonymize')
export class AnonymizeController {
  constructor(
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    private readonly anonymizeText: AnonymizeText,
  ) {}

  @Post()
  @HttpCode(200)
  @RateLimit('anonymize')
  @ApiOperation({
    summary: 'Hides the personal data of one text',
    description: 'Nothing is kept, and no model is called. Each replacement stands in the lists once.',
  })
  @ApiAnswer(AnonymizedTextDto, {
    anonymized_prompt: 'Write to [NAME_1], [EMAIL_1], or call [PHONE_1].',
    anonymized_values: { Emails: ['[EMAIL_1]'], Phone: ['[PHONE_1]'], Names: ['[NAME_1]'] },
    detected_values: {
      Emails: ['anna.schmidt@example.com'],
      Phone: ['+49 30 23125 123'],
      Names: ['Anna Schmidt'],
    },
  })
  @ApiFailure(400, 'choices must name at least one of Names, Emails, Phone', ['choices'])
  @ApiFailure(502, 'The language model failed; try again later')
  @ApiFailure(504, 'The language model did not answer in time; try again')
  async anonymize(@Body() body: AnonymizeDto, @ClientGone() gone: AbortSignal) {
    const { prompt, ...input } = readPersonalText(body, {
      needsChoices: true,
      maxBytes: this.http.maxPromptBytes,
    });
    const style = body.anonymized ? 'surrogates' : 'placeholders';
    const { text, anonymizedValues, detectedValues } = await this.anonymizeText.execute(
      { text: prompt, style, ...input },
      gone,
    );
    return { anonymized_prompt: text, anonymized_values: anonymizedValues, detected_values: detectedValues };
  }
}
