import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { GuardCall } from '@app/litellm';
import { ClientGone } from '../http/client-gone.decorator';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiFailure } from '../openapi/api-answer.decorator';
import { GUARDRAIL_ANSWER, GUARDRAIL_DESCRIPTION, GUARDRAIL_SCHEMA } from './litellm.documentation';

@ApiTags('LiteLLM')
@Access({ roles: ROLES, scope: 'openai', keyHeader: 'x-api-key' })
@Controller('litellm')
export class LiteLlmController {
  constructor(private readonly guardCall: GuardCall) {}

  @Post('beta/litellm_basic_guardrail_api')
  @HttpCode(200)
  @RateLimit('anonymize')
  @JsonBody('openai')
  @ApiOperation({
    operationId: 'guardCall',
    summary: 'Hides the personal data of a call of a LiteLLM proxy, and restores its answer',
    description: GUARDRAIL_DESCRIPTION,
  })
  @ApiBody({ schema: GUARDRAIL_SCHEMA })
  @ApiResponse(GUARDRAIL_ANSWER)
  @ApiFailure(400, 'input_type must be request or response', ['input_type'])
  @ApiFailure(409, 'Another request with this litellm_call_id is under way; use an id only once')
  guard(@CurrentUser() user: AuthUser, @Body() body: object, @ClientGone() gone: AbortSignal) {
    return this.guardCall.execute({ ...user, ...(user.key && { keyId: user.key.id }) }, body, gone);
  }
}
