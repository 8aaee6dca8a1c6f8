import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { MAX_PASSWORD_LENGTH, MAX_USER_NAME_LENGTH } from '@app/accounts';

export class LoginDto {
  @ApiProperty({ description: 'E-mail address, in any case', example: 'demo@example.com' })
  @MaxLength(MAX_USER_NAME_LENGTH)
  @IsNotEmpty()
  @IsString()
  userName!: string;

  @ApiProperty({ format: 'password', example: 'correct horse battery staple' })
  @MaxLength(MAX_PASSWORD_LENGTH)
  @IsNotEmpty()
  @IsString()
  password!: string;
}

export class ChangePasswordDto extends LoginDto {
  @ApiProperty({ format: 'password', example: 'another horse battery staple', minLength: 8 })
  @MaxLength(MAX_PASSWORD_LENGTH)
  @IsNotEmpty()
  @IsString()
  newPassword!: string;
}

export class RefreshTokenDto {
  @ApiProperty({
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
    description: 'For one refresh; its answer holds the next one',
  })
  refreshToken!: string;
}

export class JwksDto {
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: { type: 'string' } } })
  keys!: Record<string, string>[];
}
