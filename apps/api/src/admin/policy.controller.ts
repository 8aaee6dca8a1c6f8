import { Body, Controller, Get, Headers, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { PreviewPolicy, ReadPolicy, ReadPolicyVersions, SetPolicy, type ShownPolicy } from '@app/policy';
import { ClientGone } from '../http/client-gone.decorator';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { PREVIEW, PreviewAnswerDto } from '../preview/preview.dto';
import {
  NewPolicyDto,
  POLICY_VERSION,
  PolicyAnswerDto,
  PolicyPreviewDto,
  PolicyVersionAnswerDto,
  PolicyVersionsDto,
} from './policy.dto';

const FAULTY = 'terms[3].phrase must be 1 to 200 characters';

@ApiTags('administration')
@Controller('policy')
export class AdminPolicyController {
  constructor(
    private readonly readPolicy: ReadPolicy,
    private readonly versions: ReadPolicyVersions,
    private readonly setPolicy: SetPolicy,
    private readonly previewPolicy: PreviewPolicy,
  ) {}

  @Get()
  @Access({ roles: ['auditor', 'admin'] })
  @ApiOperation({
    operationId: 'getPolicy',
    summary: "Your organization's policy",
    description: 'Returns version 0, which has no rules, if no policy was ever set. `ETag` is the version.',
  })
  @ApiAnswer(PolicyAnswerDto, { success: true, message: 'Policy', data: POLICY_VERSION })
  async read(@CurrentUser() { organizationId }: AuthUser, @Res({ passthrough: true }) response: Response) {
    const shown = await this.readPolicy.execute(organizationId);
    response.setHeader('ETag', `"${shown.version}"`);
    return { success: true, message: 'Policy', data: versionOf(shown) };
  }

  @Get('versions')
  @Access({ roles: ['auditor', 'admin'] })
  @ApiOperation({
    operationId: 'listPolicyVersions',
    summary: 'The stored versions of the policy, newest first, at most 200',
    description: 'The first one is in force. A replaced version is kept for 90 days.',
  })
  @ApiAnswer(PolicyVersionsDto, {
    success: true,
    message: 'Versions',
    data: [{ version: 3, created_at: '2025-08-04T08:37:24.129Z' }],
  })
  async list(@CurrentUser() { organizationId }: AuthUser) {
    const versions = await this.versions.list(organizationId);
    const data = versions.map(({ version, createdAt }) => ({ version, created_at: createdAt.toISOString() }));
    return { success: true, message: 'Versions', data };
  }

  @Get('versions/:version')
  @Access({ roles: ['auditor', 'admin'] })
  @ApiOperation({ operationId: 'getPolicyVersion', summary: 'A stored version of the policy' })
  @ApiAnswer(PolicyAnswerDto, { success: true, message: 'Policy', data: POLICY_VERSION })
  @ApiFailure(404, 'Your organization has no such version, or no longer')
  async one(@CurrentUser() { organizationId }: AuthUser, @Param('version') asked: string) {
    const shown = await this.versions.one(organizationId, readVersion(asked) ?? 0);
    return { success: true, message: 'Policy', data: versionOf(shown) };
  }

  @Put()
  @Access({ roles: ['admin'] })
  @JsonBody('policy')
  @ApiOperation({
    operationId: 'setPolicy',
    summary: 'Replaces the policy with a new version',
    description:
      'The body is the whole policy. It applies to every call that is accepted afterwards, in every ' +
      'process within two seconds. The previous version is kept for 90 days. A stale or missing ' +
      'If-Match returns 412 before the body is checked. Unknown fields are refused.',
  })
  @ApiHeader({
    name: 'If-Match',
    required: true,
    schema: { type: 'string' },
    description: 'The version to replace',
  })
  @ApiBody({ type: NewPolicyDto })
  @ApiAnswer(PolicyVersionAnswerDto, { success: true, message: 'Policy set', data: { version: 4 } })
  @ApiFailure(400, FAULTY, ['terms[3].phrase'])
  @ApiFailure(412, 'If-Match must be the version in force, as GET policy answers it; read it again')
  async set(
    @CurrentUser() { organizationId }: AuthUser,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() policy: Record<string, unknown>,
  ) {
    const version = await this.setPolicy.execute(organizationId, policy, readVersion(ifMatch));
    return { success: true, message: 'Policy set', data: { version } };
  }

  @Post('preview')
  @HttpCode(200)
  @Access({ roles: ['auditor', 'admin'] })
  @RateLimit('previews')
  @JsonBody('policy')
  @ApiOperation({
    operationId: 'previewPolicy',
    summary: 'Shows what a policy would do to a text in a request for All',
    description:
      'Neither the policy nor the text is stored. In a new text, a value with the mode block would ' +
      'refuse the request.',
  })
  @ApiAnswer(PreviewAnswerDto, PREVIEW)
  @ApiFailure(400, FAULTY, ['terms[3].phrase'])
  async preview(@Body() { policy, text, lang }: PolicyPreviewDto, @ClientGone() gone: AbortSignal) {
    const data = await this.previewPolicy.execute({ policy, text, lang }, gone);
    return { success: true, message: 'Preview', data };
  }
}

const versionOf = ({ version, createdAt, document }: ShownPolicy) => ({
  version,
  created_at: createdAt?.toISOString() ?? null,
  policy: document,
});

/** Reads `3` or `"3"`. Returns undefined, which matches no version, for any other value. */
function readVersion(ifMatch: string | undefined): number | undefined {
  const [, version] = /^"?(\d{1,9})"?$/.exec(ifMatch?.trim() ?? '') ?? [];
  return version === undefined ? undefined : Number(version);
}
