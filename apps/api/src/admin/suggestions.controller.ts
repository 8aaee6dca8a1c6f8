import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { DecideSuggestions } from '@app/sessions';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import { PolicyVersionAnswerDto } from './policy.dto';
import { SuggestionsDto, toSuggestionDto } from './suggestions.dto';

const NONE = 'Your organization has no such suggestion, or it was decided or withdrawn';

/** Values that at least 5 users kept or hid, or that a user suggested (contract: Policy and own terms). */
@ApiTags('administration')
@Access({ roles: ['admin'] })
@Controller('suggestions')
export class AdminSuggestionsController {
  constructor(private readonly suggestions: DecideSuggestions) {}

  @Get()
  @ApiOperation({
    operationId: 'listSuggestions',
    summary: 'Values for the policy, from the corrections of users; at most 200, the newest day first',
    description:
      'A value is listed if at least 5 users kept or hid it, or if a user suggested it. It is removed with the chats ' +
      'that have the correction. Users are not named.',
  })
  @ApiAnswer(SuggestionsDto, {
    success: true,
    message: 'Suggestions',
    data: [
      {
        suggestion_id: '5f0c1c5e-5d0b-4d8e-9d59-0b0f8a122f7f',
        action: 'hide',
        value: 'Nordlicht',
        reason: 'suggested',
        created_on: '2026-11-27',
      },
    ],
  })
  async list(@CurrentUser() { organizationId }: AuthUser): Promise<SuggestionsDto> {
    const data = (await this.suggestions.list(organizationId)).map(toSuggestionDto);
    return { success: true, message: 'Suggestions', data };
  }

  @Post(':suggestion_id/accept')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'acceptSuggestion',
    summary: 'Adds a suggested value to the policy',
    description:
      'A kept value becomes an exception for all kinds, a hidden one a term. The other rules stay.',
  })
  @ApiAnswer(PolicyVersionAnswerDto, { success: true, message: 'Suggestion accepted', data: { version: 4 } })
  @ApiFailure(400, 'system_prompt must not contain Terms: the policy hides that in every call', [
    'system_prompt',
  ])
  @ApiFailure(404, NONE)
  async accept(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('suggestion_id') suggestionId: string,
  ): Promise<PolicyVersionAnswerDto> {
    const version = await this.suggestions.accept(organizationId, suggestionId);
    return { success: true, message: 'Suggestion accepted', data: { version } };
  }

  @Delete(':suggestion_id')
  @ApiOperation({
    operationId: 'dismissSuggestion',
    summary: 'Dismisses a suggested value',
    description: 'The value is deleted. It is not listed again while a chat has the correction.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Suggestion dismissed' })
  @ApiFailure(404, NONE)
  async dismiss(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('suggestion_id') suggestionId: string,
  ): Promise<DoneDto> {
    await this.suggestions.dismiss(organizationId, suggestionId);
    return { success: true, message: 'Suggestion dismissed' };
  }
}
