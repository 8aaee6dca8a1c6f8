import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { MAX_PASSWORD_LENGTH, MAX_USER_NAME_LENGTH } from '@app/accounts';
import { DoneDto } from '../openapi/api-answer.decorator';

/** A password that a request sets. */
const NewPassword = () =>
  applyDecorators(
    ApiProperty({
      format: 'password',
      example: 'another horse battery staple',
      minLength: 8,
      maxLength: MAX_PASSWORD_LENGTH,
    }),
    // The first one that fails gives the message.
    IsString(),
    IsNotEmpty(),
    MaxLength(MAX_PASSWORD_LENGTH),
  );

export class LoginDto {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_USER_NAME_LENGTH,
    description: 'E-mail address; case is ignored',
    example: 'demo@example.com',
  })
  @MaxLength(MAX_USER_NAME_LENGTH)
  @IsNotEmpty()
  @IsString()
  userName!: string;

  @ApiProperty({
    format: 'password',
    minLength: 1,
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'correct horse battery staple',
  })
  @MaxLength(MAX_PASSWORD_LENGTH)
  @IsNotEmpty()
  @IsString()
  password!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: 40,
    description: 'A code of the second factor or a recovery code; required if the user has set one up',
    example: '492039',
  })
  @IsOptional()
  @MaxLength(40)
  @IsNotEmpty()
  @IsString()
  otp?: string | null;
}

export class ChangePasswordDto extends LoginDto {
  @NewPassword() newPassword!: string;
}

export class AcceptInvitationDto {
  @ApiProperty({
    minLength: 1,
    maxLength: 200,
    description: 'The part of the invitation link after `#invitation=`',
    example: 'pci_qGUMhs0CzOOFV0Zz6mPLnXTXwL8QmMf1YVt8v6pPvXA',
  })
  @MaxLength(200)
  @IsNotEmpty()
  @IsString()
  token!: string;

  @NewPassword() newPassword!: string;
}

export class AcceptedInvitationDto extends DoneDto {
  @ApiProperty({ description: 'The name for the login' }) userName!: string;
}

export class RefreshTokenDto {
  @ApiProperty({
    minLength: 1,
    maxLength: 200,
    description: 'From the last login or refresh',
    example: 'qGUMhs0CzOOFV0Zz6mPLnXTXwL8QmMf1YVt8v6pPvXA',
  })
  @MaxLength(200)
  @IsNotEmpty()
  @IsString()
  refreshToken!: string;
}

export class TokensDto {
  @ApiProperty({
    description: 'For the header Authorization, as Bearer <jwtToken>',
  })
  jwtToken!: string;

  @ApiProperty({
    description:
      'Works for one refresh, which returns the next one. Empty if jwtToken is only for setting up a ' +
      'second factor',
  })
  refreshToken!: string;
}

export class JwksDto {
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: { type: 'string' } } })
  keys!: Record<string, string>[];
}
