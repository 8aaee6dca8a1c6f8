import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { invalid, ROLES } from '@app/common';
import { httpConfig, jobsConfig, type HttpConfig, type JobsConfig } from '@app/config';
import { ReadDocumentText } from '@app/documents';
import { AnonymizeText, type AnonymizeTextResult } from '@app/private-model';
import { AnonymizeWithMapping } from '@app/restoring';
import { requireScope, caseOfRequest } from '../auth/require-scope';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { ClientGone } from '../http/client-gone.decorator';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { AnonymizedTextDto } from '../chat/chat.dto';
import { readPersonalText } from '../chat/read-prompt';
import { AnonymizeDto, NO_CHOICES } from './personal-text.dto';

/** Of a prompt and a mapping, with 1 MiB each. */
const MOST_BYTES = 2 * 1024 * 1024;

@ApiTags('chat')
@Access({ roles: ROLES, scope: 'anonymize' })
@Controller('anonymize')
export class AnonymizeController {
  constructor(
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    @Inject(jobsConfig.KEY) private readonly jobs: JobsConfig,
    private readonly anonymizeText: AnonymizeText,
    private readonly withMapping: AnonymizeWithMapping,
    private readonly documentText: ReadDocumentText,
  ) {}

  @Post()
  @HttpCode(200)
  @RateLimit('anonymize')
  @JsonBody(MOST_BYTES)
  @ApiOperation({
    operationId: 'anonymize',
    summary: 'Hides the personal data in a text',
    description:
      'Calls no model, and stores nothing of a text that belongs to no case. Each replacement is listed once.',
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
  @ApiFailure(502, 'The language model failed; try again later')
  @ApiFailure(504, 'The language model did not answer in time; try again')
  async anonymize(
    @CurrentUser() user: AuthUser,
    @Body() body: AnonymizeDto,
    @ClientGone() gone: AbortSignal,
  ) {
    const caseId = caseOfRequest(user, body.case_id);
    const sealed = body.mapping ?? undefined;
    if (sealed !== undefined) requireScope(user, 'restore');
    if (sealed !== undefined && caseId !== undefined)
      throw invalid('mapping', 'must be absent if case_id is given: the case restores its values');
    const { field, maxBytes, given } = await this.textOf(user, body);
    const { prompt, ...input } = readPersonalText(given, { needsChoices: true, maxBytes });
    const style = body.anonymized ? 'surrogates' : 'placeholders';
    const asked = { text: prompt, field, style, ...input } as const;
    if (sealed !== undefined) {
      const { mapping, ...result } = await this.withMapping.execute(
        user,
        { ...asked, mapping: sealed },
        gone,
      );
      return { ...shown(result), mapping };
    }
    const from = caseId !== undefined && { from: { caseId, style } as const };
    return shown(await this.anonymizeText.execute(user, { ...asked, ...from }, gone));
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

const shown = ({ text, anonymizedValues, detectedValues }: AnonymizeTextResult) => ({
  anonymized_prompt: text,
  anonymized_values: anonymizedValues,
  detected_values: detectedValues,
});
