import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { MAX_PASSWORD_LENGTH, MAX_USER_NAME_LENGTH } from '@app/accounts';
import { ROLES, type Role } from '@app/common';

/**
 * Contains a user name and a password, or the code of single sign-on, or nothing if the request has the cookie. Null
 * means absent.
 */
export class BeginSessionDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_USER_NAME_LENGTH,
    description: 'Required with password',
    example: 'demo@example.com',
  })
  @IsOptional()
  @MaxLength(MAX_USER_NAME_LENGTH)
  @IsNotEmpty()
  @IsString()
  userName?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'password',
    minLength: 1,
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'correct horse battery staple',
  })
  @IsOptional()
  @MaxLength(MAX_PASSWORD_LENGTH)
  @IsNotEmpty()
  @IsString()
  password?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: 40,
    description: 'A code of the second factor or a recovery code',
    example: '492039',
  })
  @IsOptional()
  @MaxLength(40)
  @IsNotEmpty()
  @IsString()
  otp?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: 200,
    description:
      'Instead of the other fields: login_code from the fragment of the address after single sign-on',
    example: 'qGUMhs0CzOOFV0Zz6mPLnXTXwL8QmMf1YVt8v6pPvXA',
  })
  @IsOptional()
  @MaxLength(200)
  @IsNotEmpty()
  @IsString()
  code?: string | null;
}

export class SessionTokenDto {
  @ApiProperty({ description: 'For the header Authorization, as Bearer <jwtToken>; keep it in memory only' })
  jwtToken!: string;

  @ApiProperty({ enum: ROLES, description: "The user's role, by which a page shows its functions" })
  role!: Role;
}
