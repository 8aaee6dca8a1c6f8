import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ENTITY_TYPES, SUPPORTED_LANGUAGES } from '@app/anonymization';
import { Access, CurrentUser, Public, type AuthUser } from '@app/auth';
import { invalid, ROLES } from '@app/common';
import { Analyze, AnonymizeResults, deanonymize, readLanguage, SUPPORTED_ENTITIES } from '@app/presidio';
import { ClientGone } from '../http/client-gone.decorator';
import { RateLimit } from '../http/rate-limit.guard';
import {
  ANALYZE_ANSWER,
  ANALYZE_SCHEMA,
  ANONYMIZE_ANSWER,
  ANONYMIZE_DESCRIPTION,
  ANONYMIZE_SCHEMA,
  ApiPresidioFailure,
  DEANONYMIZE_ANSWER,
  DEANONYMIZE_SCHEMA,
  ENTITIES_ANSWER,
  HEALTH_ANSWER,
  LANGUAGE_QUERY,
  RECOGNIZERS_ANSWER,
} from './presidio.documentation';

@ApiTags('Presidio')
@Access({ roles: ROLES, scope: 'anonymize' })
@Controller('presidio')
export class PresidioController {
  constructor(
    private readonly analyzeTexts: Analyze,
    private readonly anonymizeResults: AnonymizeResults,
  ) {}

  @Post('analyze')
  @HttpCode(200)
  @RateLimit('anonymize')
  @ApiOperation({
    operationId: 'analyzeText',
    summary: "Finds personal data and returns its places, in the form of Presidio's analyzer",
    description:
      'Offsets count code points, as in Python. Kinds that the policy always hides are returned whatever `entities` names. ' +
      'Each score of the service is 1. `context`, `correlation_id` and `return_decision_process` have no effect.',
  })
  @ApiBody({ schema: ANALYZE_SCHEMA })
  @ApiResponse(ANALYZE_ANSWER)
  @ApiPresidioFailure(400, 'entities must be names that supportedentities lists, or of ad_hoc_recognizers')
  analyze(@CurrentUser() user: AuthUser, @Body() body: object, @ClientGone() gone: AbortSignal) {
    return this.analyzeTexts.execute(user, body, gone);
  }

  @Post('anonymize')
  @HttpCode(200)
  @RateLimit('anonymize')
  @ApiOperation({
    operationId: 'anonymizeResults',
    summary: "Hides personal data, in the form of Presidio's anonymizer",
    description: ANONYMIZE_DESCRIPTION,
  })
  @ApiBody({ schema: ANONYMIZE_SCHEMA })
  @ApiResponse(ANONYMIZE_ANSWER)
  @ApiPresidioFailure(400, 'anonymizers must be replace, redact, mask, hash, encrypt or keep')
  anonymize(@CurrentUser() user: AuthUser, @Body() body: object, @ClientGone() gone: AbortSignal) {
    return this.anonymizeResults.execute(user, body, gone);
  }

  @Post('deanonymize')
  @HttpCode(200)
  @RateLimit('anonymize')
  @ApiOperation({
    operationId: 'deanonymizeResults',
    summary: "Decrypts values with the caller's keys, in the form of Presidio's deanonymizer",
  })
  @ApiBody({ schema: DEANONYMIZE_SCHEMA })
  @ApiResponse(DEANONYMIZE_ANSWER)
  @ApiPresidioFailure(400, 'deanonymizers must have an operator for each entity_type, or DEFAULT')
  deanonymize(@Body() body: object) {
    return deanonymize(body);
  }

  @Get('recognizers')
  @ApiOperation({ operationId: 'listRecognizers', summary: 'The recognizers, one for each kind' })
  @ApiQuery(LANGUAGE_QUERY)
  @ApiResponse(RECOGNIZERS_ANSWER)
  @ApiPresidioFailure(400, `language must be one of ${SUPPORTED_LANGUAGES}`)
  recognizers(@Query('language') language: unknown) {
    assertLanguage(language);
    return ENTITY_TYPES.map((type) => `${type}Recognizer`);
  }

  @Get('supportedentities')
  @ApiOperation({ operationId: 'listEntities', summary: 'The entities that the service finds' })
  @ApiQuery(LANGUAGE_QUERY)
  @ApiResponse(ENTITIES_ANSWER)
  @ApiPresidioFailure(400, `language must be one of ${SUPPORTED_LANGUAGES}`)
  entities(@Query('language') language: unknown) {
    assertLanguage(language);
    return SUPPORTED_ENTITIES;
  }
}

@ApiTags('Presidio')
@ApiSecurity({})
@Public()
@Controller('presidio')
export class PresidioHealthController {
  @Get('health')
  @ApiOperation({ operationId: 'presidioHealth', summary: 'Whether the api runs' })
  @ApiResponse(HEALTH_ANSWER)
  health(@Res({ passthrough: true }) response: Response): string {
    response.type('text/plain');
    return 'privacy-chat is up';
  }
}

/** Every kind is found in every language. */
function assertLanguage(language: unknown): void {
  if (language === undefined) return;
  if (typeof language !== 'string') throw invalid('language', 'must be given once');
  readLanguage(language);
}
