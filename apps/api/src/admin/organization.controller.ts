import { Body, Controller, Get, Header, HttpCode, Inject, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { Organizations, type OrganizationLimits } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { DemandSecondFactor } from '@app/second-factor';
import { SigningSecrets, type ShownSecrets } from '@app/webhooks';
import { OptionalBody } from '../http/json-body.interceptor';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import { limitChanges, LimitsDto } from './limits.dto';

class ChangeOrganizationDto {
  @ApiPropertyOptional({
    type: LimitsDto,
    nullable: true,
    description: 'The default limits of each user; the limit of jobs applies to all users together',
  })
  @IsOptional()
  @ValidateNested()
  @IsObject()
  @Type(() => LimitsDto)
  limits?: LimitsDto | null;

  @ApiPropertyOptional({
    type: LimitsDto,
    nullable: true,
    description: 'Additional limits of all users and keys together',
  })
  @IsOptional()
  @ValidateNested()
  @IsObject()
  @Type(() => LimitsDto)
  total_limits?: LimitsDto | null;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description:
      'true: ends the password logins of users without a second factor, who set one up at the next login',
  })
  @IsOptional()
  @IsBoolean()
  second_factor_required?: boolean | null;
}

class OrganizationDto {
  @ApiProperty() id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) limits!: Record<string, string>;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  total_limits!: Record<string, string>;
  @ApiProperty({ description: 'Whether password logins require a second factor' })
  second_factor_required!: boolean;
}
class OrganizationAnswerDto extends DoneDto {
  @ApiProperty({ type: OrganizationDto }) data!: OrganizationDto;
}

class RotateSecretDto {
  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description: 'true: the previous secret stops signing immediately',
  })
  @IsOptional()
  @IsBoolean()
  now?: boolean | null;
}
class SecretsDto {
  @ApiProperty({ description: '`whsec_` and base64 (Standard Webhooks)' }) secret!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The previous secret, which also signs for a while after a rotation',
  })
  previous!: string | null;
}
class SecretsAnswerDto extends DoneDto {
  @ApiProperty({ type: SecretsDto }) data!: SecretsDto;
}

const ORGANIZATION: OrganizationDto = {
  id: '019aa5bf-1c55-7f1d-8b1e-7f5f0b0f8a11',
  name: 'Example Ltd',
  limits: { chat: '120/1m' },
  total_limits: { chat: '2000/1m' },
  second_factor_required: false,
};
const SECRETS = { secret: 'whsec_<base64>', previous: null };

/** Reads and changes an organization's limits and webhook secret. */
@ApiTags('administration')
@Access({ roles: ['admin'] })
@Controller()
export class AdminOrganizationController {
  constructor(
    @Inject(webhooksConfig.KEY) private readonly webhooks: WebhooksConfig,
    private readonly organizations: Organizations,
    private readonly secrets: SigningSecrets,
    private readonly demandSecondFactor: DemandSecondFactor,
  ) {}

  @Get('organization')
  @ApiOperation({ operationId: 'getOrganization', summary: 'Your organization and its limits' })
  @ApiAnswer(OrganizationAnswerDto, { success: true, message: 'Organization', data: ORGANIZATION })
  async read(@CurrentUser() { organizationId }: AuthUser) {
    return organizationAnswer('Organization', await this.organizations.limits(organizationId));
  }

  @Patch('organization')
  @ApiOperation({
    operationId: 'changeOrganization',
    summary: 'Changes limits of your organization, or whether it requires a second factor',
    description: 'Limits cannot exceed what the operator allows.',
  })
  @OptionalBody()
  @ApiAnswer(OrganizationAnswerDto, { success: true, message: 'Organization changed', data: ORGANIZATION })
  @ApiFailure(400, 'limits.chat must be a number of requests per period, such as 300/1m', ['limits.chat'])
  async change(
    @CurrentUser() { organizationId }: AuthUser,
    @Body() { limits, total_limits, second_factor_required: required }: ChangeOrganizationDto,
  ) {
    const changes = { limits: limitChanges(limits), totalLimits: limitChanges(total_limits) };
    await this.organizations.setLimits(organizationId, changes);
    if (typeof required === 'boolean')
      await this.demandSecondFactor.execute(organizationId, required ? 'required' : 'optional');
    return organizationAnswer('Organization changed', await this.organizations.limits(organizationId));
  }

  @Get('webhook-secret')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getWebhookSecret',
    summary: "The secret that signs your organization's webhooks",
    description: 'The audit trail records each read.',
  })
  @ApiAnswer(SecretsAnswerDto, { success: true, message: 'Webhook secret', data: SECRETS })
  async showSecret(@CurrentUser() { organizationId }: AuthUser) {
    return secretsAnswer('Webhook secret', await this.secrets.show(organizationId));
  }

  @Post('webhook-secret/rotate')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'rotateWebhookSecret',
    summary: 'Creates a new webhook secret; the previous one also signs for a while',
  })
  @OptionalBody()
  @ApiAnswer(SecretsAnswerDto, { success: true, message: 'Webhook secret rotated', data: SECRETS })
  async rotateSecret(@CurrentUser() { organizationId }: AuthUser, @Body() { now }: RotateSecretDto) {
    const overlapMs = now === true ? 0 : this.webhooks.secretOverlapMs;
    return secretsAnswer('Webhook secret rotated', await this.secrets.rotate(organizationId, overlapMs));
  }
}

const organizationAnswer = (
  message: string,
  { id, name, rateLimits, totalLimits, secondFactorRequired }: OrganizationLimits,
) => ({
  success: true,
  message,
  data: {
    id,
    name,
    limits: rateLimits,
    total_limits: totalLimits,
    second_factor_required: secondFactorRequired,
  },
});

const secretsAnswer = (message: string, data: ShownSecrets) => ({ success: true, message, data });
