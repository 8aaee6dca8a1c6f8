import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import type { ApiKey, MadeKey, NewKey } from '@app/accounts';
import { SCOPES, type Scope } from '@app/common';
import { limitChanges, LimitsDto } from '../admin/limits.dto';
import { ListDto } from '../admin/page.dto';
import { IsTime } from '../http/is-time';
import { DoneDto } from '../openapi/api-answer.decorator';
import { NAME_FORM } from '../openapi/forms';

const SCOPE = `must be a list of ${SCOPES.join(', ')}`;
const TIME = 'must be a time such as 2027-01-15T09:30:00Z';

export class CreateKeyDto {
  @ApiProperty({
    ...NAME_FORM,
    description: '1 to 200 characters without control characters; identifies the key for people',
    example: 'Nightly report',
  })
  @IsString()
  name!: string;

  @ApiProperty({ type: [String], enum: SCOPES, isArray: true, minItems: 1, example: ['openai'] })
  @IsIn(SCOPES, { each: true, message: SCOPE })
  @ArrayNotEmpty({ message: SCOPE })
  @IsArray({ message: SCOPE })
  scopes!: Scope[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'In the future; absent or null: the key does not expire',
  })
  @IsOptional()
  @IsTime(TIME)
  expires_at?: string | null;

  @ApiPropertyOptional({
    type: LimitsDto,
    nullable: true,
    description: "Limits of this key only; its calls also count toward its owner's limits",
  })
  @IsOptional()
  @ValidateNested()
  @IsObject()
  @Type(() => LimitsDto)
  limits?: LimitsDto | null;
}

export class KeyDto {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'The user or service account that the key acts for' }) user_id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: [String], enum: SCOPES, isArray: true }) scopes!: Scope[];
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) limits!: Record<string, string>;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) expires_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) revoked_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date', description: 'The day of its last call, UTC' })
  last_used_on!: string | null;
}

class MadeKeyDto extends KeyDto {
  @ApiProperty({ description: 'For the header Authorization, as Bearer <key>; shown only in this response' })
  key!: string;
}

export class KeyListDto extends ListDto {
  @ApiProperty({ type: [KeyDto] }) data!: KeyDto[];
}
export class MadeKeyAnswerDto extends DoneDto {
  @ApiProperty({ type: MadeKeyDto }) data!: MadeKeyDto;
}

export const toNewKey = ({ name, scopes, expires_at, limits }: CreateKeyDto): NewKey => ({
  name,
  scopes,
  ...(typeof expires_at === 'string' && { expiresAt: new Date(expires_at) }),
  limits: limitChanges(limits),
});

export const toKeyDto = (key: ApiKey): KeyDto => ({
  id: key.id,
  user_id: key.userId,
  name: key.name,
  scopes: [...key.scopes],
  limits: { ...key.rateLimits },
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  last_used_on: key.lastUsedOn,
});

export const madeKeyAnswer = ({ token, key }: MadeKey) => ({
  success: true,
  message: 'Key created',
  data: { ...toKeyDto(key), key: token },
});

/** Example for the OpenAPI document. */
export const KEY: KeyDto = {
  id: '019aa5bf-4c55-7f1d-8b1e-7f5f0b0f8a14',
  user_id: '019aa5bf-2c55-7f1d-8b1e-7f5f0b0f8a12',
  name: 'Nightly report',
  scopes: ['openai'],
  limits: { chat: '20/1m' },
  created_at: '2026-01-15T09:30:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_on: '2026-01-16',
};
export const MADE_KEY = {
  success: true,
  message: 'Key created',
  data: { ...KEY, last_used_on: null, key: 'pck_<22 characters>_<49 characters>' },
};
