import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ENTITY_TYPES } from '@app/anonymization';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { CurrentPolicies } from '@app/policy';
import { PreviewPrompt } from '@app/sessions';
import { readPersonalText } from '../chat/read-prompt';
import { readAssistant } from '../chat/chat.dto';
import { caseOfRequest } from '../auth/require-scope';
import { ClientGone } from '../http/client-gone.decorator';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { KINDS, KindsDto, toKindDto } from './kinds.dto';
import { PREVIEW, PreviewAnswerDto, PreviewDto } from './preview.dto';

@ApiTags('chat')
@Access({ roles: ROLES, scope: 'chat' })
@Controller()
export class PreviewController {
  constructor(
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    private readonly policies: CurrentPolicies,
    private readonly previewPrompt: PreviewPrompt,
  ) {}

  @Get('kinds')
  @ApiOperation({
    operationId: 'listKinds',
    summary: "The kinds of personal data and their modes in your organization's policy",
    description: 'The policy may have other modes for self-hosted models; a preview shows them.',
  })
  @ApiAnswer(KindsDto, KINDS)
  async kinds(@CurrentUser() { organizationId }: AuthUser) {
    const policy = await this.policies.of(organizationId);
    return {
      success: true,
      message: KINDS.message,
      allow_unprotected: policy.document.allow_unprotected,
      share_originals: policy.document.share_originals ?? false,
      data: ENTITY_TYPES.map((kind) => toKindDto(kind, policy)),
    };
  }

  @Post('preview')
  @HttpCode(200)
  @RateLimit('previews')
  @ApiOperation({
    operationId: 'previewPrompt',
    summary: 'Shows what would be hidden in a prompt',
    description:
      'Nothing is sent, stored or reserved. Each user has one preview at a time: a newer one ends the ' +
      'running one (409).',
  })
  @ApiAnswer(PreviewAnswerDto, PREVIEW)
  @ApiFailure(400, 'prompt must not be empty or blank', ['prompt'])
  @ApiFailure(409, 'A newer preview of yours has begun')
  async preview(@CurrentUser() user: AuthUser, @Body() body: PreviewDto, @ClientGone() gone: AbortSignal) {
    const { model, ...text } = readPersonalText(
      { ...body, model: body.model ?? '' },
      { needsChoices: false, maxBytes: this.http.maxPromptBytes },
    );
    const caseId = caseOfRequest(user, body.case_id);
    const assistant = readAssistant(body);
    const input = {
      ...text,
      ...(assistant && { assistant }),
      ...(model && { model }),
      ...(body.chat_id && { chatId: body.chat_id }),
      ...(caseId !== undefined && { caseId }),
      ...(body.docs && { documentIds: [...new Set(body.docs)] }),
    };
    const { prompt: data, instruction, documents } = await this.previewPrompt.execute(user, input, gone);
    const docs = documents.map(({ id: doc, isCut: is_cut, ...rest }) => ({ doc, is_cut, ...rest }));
    return {
      success: true,
      message: PREVIEW.message,
      data,
      ...(instruction && { instruction }),
      ...(body.docs && { docs }),
    };
  }
}
