import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { LimitChanges } from '@app/accounts';
import { RATE_FORM } from '../openapi/forms';

const Limit = () => (target: object, name: string) => {
  ApiPropertyOptional({ type: String, nullable: true, ...RATE_FORM, example: '300/1m' })(target, name);
  IsOptional()(target, name);
  IsString()(target, name);
};

/**
 * Rate limits of a user by kind, such as `300/1m`, with a period of a second to a day. Null means no limit of the
 * user's own.
 */
export class PersonLimitsDto {
  @Limit() chat?: string | null;
  @Limit() anonymize?: string | null;
  @Limit() uploads?: string | null;
  @Limit() images?: string | null;
  @Limit() previews?: string | null;
  @Limit() exports?: string | null;
}

/** Adds the limits that all users of an organization share. */
export class LimitsDto extends PersonLimitsDto {
  @Limit() jobs?: string | null;
}

/** Returns the limits that the request contains. */
export const limitChanges = (limits: PersonLimitsDto | null | undefined): LimitChanges =>
  Object.fromEntries(Object.entries(limits ?? {}).filter(([, rate]) => rate !== undefined));
