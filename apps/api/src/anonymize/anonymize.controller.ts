import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { invalid, ROLES } from '@app/common';
import { httpConfig, jobsConfig, type HttpConfig, type JobsConfig } from '@app/config';
import { ReadDocumentText } from '@app/documents';
import { AnonymizeText } from '@app/private-model';
import { caseOfRequest } from '../cases/case-of-request';
import { AnonymizedTextDto } from '../chat/chat.dto';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { ClientGone } from '../http/client-gone.decorator';
import { RateLimit } from '../http/rate-limit.guard';
import { AnonymizeDto, NO_CHOICES, readPersonalText } from './personal-text';

@ApiTags('chat')
@Access({ roles: ROLES, scope: 'anonymize' })
@Controller('anonymize')
export class AnonymizeController {
  constructor(
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    @Inject(jobsConfig.KEY) private readonly jobs: JobsConfig,
    private readonly anonymizeText: AnonymizeText,
    private readonly documentText: ReadDocumentText,
  ) {}

  @Post()
  @HttpCode(200)
  @RateLimit('anonymize')
  @ApiOperation({
    operationId: 'anonymize',
    summary: 'Hides the personal data in a text',
    description:
      'Calls no model, and stores nothing unless the text belongs to a case. Each replacement is listed once.',
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
  @ApiFailure(400, NO_CHOICES, ['choices'])
  @ApiFailure(403, 'This API key lacks the scope cases; create one that has it')
  @ApiFailure(502, 'The language model failed; try again later')
  @ApiFailure(504, 'The language model did not answer in time; try again')
  async anonymize(
    @CurrentUser() user: AuthUser,
    @Body() body: AnonymizeDto,
    @ClientGone() gone: AbortSignal,
  ) {
    const caseId = caseOfRequest(user, body.case_id);
    const { field, maxBytes, given } = await this.textOf(user, body);
    const { prompt, ...input } = readPersonalText(given, { needsChoices: true, maxBytes });
    const style = body.anonymized ? 'surrogates' : 'placeholders';
    const { text, anonymizedValues, detectedValues } = await this.anonymizeText.execute(
      user,
      {
        text: prompt,
        field,
        style,
        ...input,
        ...(caseId !== undefined && { inCase: { caseId, style } }),
      },
      gone,
    );
    return { anonymized_prompt: text, anonymized_values: anonymizedValues, detected_values: detectedValues };
  }

  /** Returns the text of the request, or the text of the document that it names. */
  private async textOf(user: AuthUser, body: AnonymizeDto) {
    const { prompt: given } = body;
    if (!body.doc) {
      if (given == null) throw invalid('prompt', 'must be a string');
      return { field: 'prompt', maxBytes: this.http.maxPromptBytes, given: { ...body, prompt: given } };
    }
    if (given) throw invalid('doc', 'must be empty if prompt is given');
    const prompt = await this.documentText.execute(user, body.doc);
    return { field: 'doc', maxBytes: this.jobs.maxTextBytes, given: { ...body, prompt } };
  }
}
