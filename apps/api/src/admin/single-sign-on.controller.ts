import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES, type Role } from '@app/common';
import {
  httpConfig,
  singleSignOnConfig,
  type HttpConfig,
  type ProviderConfig,
  type SingleSignOnConfig,
} from '@app/config';
import {
  callbackAddress,
  CheckProvider,
  logoutAddress,
  PROVIDER_CHECKS,
  PROVIDER_FAULTS,
  type CheckedPart,
  type ProviderFault,
} from '@app/single-sign-on';
import { ApiAnswer, DoneDto } from '../openapi/api-answer.decorator';

const OPTIONAL = { type: String, nullable: true } as const;

class MappedRoleDto {
  @ApiProperty({ description: 'The name of a group at the provider' }) group!: string;
  @ApiProperty({ enum: ROLES }) role!: Role;
}

class IdentityProviderDto {
  @ApiProperty() issuer!: string;
  @ApiProperty() client_id!: string;
  @ApiProperty({ description: 'Whether the service authenticates with a secret besides PKCE' })
  client_secret!: boolean;
  @ApiProperty({ type: [String] }) scopes!: string[];
  @ApiProperty({ ...OPTIONAL, description: 'The claim with the organization; null: all users join yours' })
  organization_claim!: string | null;
  @ApiProperty({ ...OPTIONAL, description: 'The claim with groups; null: the provider sets no groups' })
  groups_claim!: string | null;
  @ApiProperty({
    type: [MappedRoleDto],
    description: 'Empty if a claim names the organization: the groups of other organizations are not shown',
  })
  roles!: MappedRoleDto[];
  @ApiProperty({ description: 'The claim with the `externalId` of users that SCIM has created' })
  scim_claim!: string;
  @ApiProperty({ ...OPTIONAL, description: "The audience of the provider's access tokens for programs" })
  audience!: string | null;
}

class SingleSignOnDto {
  @ApiProperty({ description: 'Whether logins with a password are accepted' }) password_login!: boolean;
  @ApiProperty({ format: 'uri', description: 'The redirect address to enter at the provider' })
  redirect_uri!: string;
  @ApiProperty({ format: 'uri', description: 'The address for back-channel logout' })
  backchannel_logout_uri!: string;
  @ApiProperty({
    type: IdentityProviderDto,
    nullable: true,
    description: 'Null if your organization has none',
  })
  provider!: IdentityProviderDto | null;
}

class CheckDto {
  @ApiProperty({ enum: PROVIDER_CHECKS }) check!: CheckedPart['check'];
  @ApiProperty({
    type: String,
    enum: [...PROVIDER_FAULTS, null],
    nullable: true,
    description: 'Null if the part fits',
  })
  fault!: ProviderFault | null;
}

export class SingleSignOnAnswerDto extends DoneDto {
  @ApiProperty({ type: SingleSignOnDto }) data!: SingleSignOnDto;
}
export class SingleSignOnChecksDto extends DoneDto {
  @ApiProperty({ type: [CheckDto] }) data!: CheckDto[];
}

/** Single sign-on as the operator has set it up (contract: Single sign-on). */
@ApiTags('administration')
@Access({ roles: ['admin'] })
@Controller('single-sign-on')
export class AdminSingleSignOnController {
  constructor(
    private readonly provider: CheckProvider,
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    @Inject(singleSignOnConfig.KEY) private readonly config: SingleSignOnConfig,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getSingleSignOn',
    summary: 'The settings of single sign-on, without the secret',
    description: 'The operator sets them (OIDC_*).',
  })
  @ApiAnswer(SingleSignOnAnswerDto, {
    success: true,
    message: 'Single sign-on',
    data: {
      password_login: true,
      redirect_uri: 'https://chat.company.example/idm/v1/oidc/callback',
      backchannel_logout_uri: 'https://chat.company.example/idm/v1/oidc/backchannel-logout',
      provider: {
        issuer: 'https://id.company.example/realms/main',
        client_id: 'privacy-chat',
        client_secret: true,
        scopes: ['openid', 'email', 'profile'],
        organization_claim: null,
        groups_claim: 'groups',
        roles: [{ group: 'Privacy admins', role: 'admin' }],
        scim_claim: 'sub',
        audience: null,
      },
    },
  })
  settings(@CurrentUser() user: AuthUser): SingleSignOnAnswerDto {
    const provider = this.provider.settingsFor(user);
    const data = {
      password_login: this.config.passwordLogin,
      redirect_uri: callbackAddress(this.http),
      backchannel_logout_uri: logoutAddress(this.http),
      provider: provider
        ? {
            issuer: provider.issuer,
            client_id: provider.clientId,
            client_secret: provider.clientSecret !== undefined,
            scopes: provider.scopes.split(' '),
            organization_claim: provider.organization.claim ?? null,
            groups_claim: provider.groupsClaim ?? null,
            roles: rolesToShow(provider),
            scim_claim: provider.scimClaim,
            audience: provider.audience ?? null,
          }
        : null,
    };
    return { success: true, message: 'Single sign-on', data };
  }

  @Get('checks')
  @ApiOperation({
    operationId: 'checkSingleSignOn',
    summary: 'Asks the provider for its metadata and keys, and says what does not fit the settings',
    description:
      'In this order: the metadata, the signing keys, the signature algorithms, the scopes. If the metadata cannot be ' +
      'read, it is the only check. Without a provider, there is none.',
  })
  @ApiAnswer(SingleSignOnChecksDto, {
    success: true,
    message: 'Checks',
    data: [
      { check: 'metadata', fault: null },
      { check: 'keys', fault: null },
      { check: 'signatures', fault: null },
      { check: 'scopes', fault: 'scopes' },
    ],
  })
  async checks(@CurrentUser() user: AuthUser): Promise<SingleSignOnChecksDto> {
    const checks = await this.provider.execute(user);
    const data = checks.map(({ check, fault }) => ({ check, fault: fault ?? null }));
    return { success: true, message: 'Checks', data };
  }
}

const rolesToShow = ({ organization, roles }: ProviderConfig): MappedRoleDto[] =>
  'claim' in organization ? [] : [...roles].map(([group, role]) => ({ group, role }));
