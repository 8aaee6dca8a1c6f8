import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { LimitChanges } from '@app/accounts';
import { RATE_FORM } from '../openapi/forms';

const Limit = () => (target: object, name: string) => {
  ApiPropertyOptional({ type: String, nullable: true, ...RATE_FORM, example: '300/1m' })(target, name);
  IsOptional()(target, name);
  IsString()(target, name);
};

/** How often a user may call, each kind as `300/1m`, in a second to a day; null: no limit of one's own. */
export class PersonLimitsDto {
  @Limit() chat?: string | null;
  @Limit() anonymize?: string | null;
  @Limit() uploads?: string | null;
  @Limit() images?: string | null;
  @Limit() previews?: string | null;
  @Limit() exports?: string | null;
}

/** With what all of an organization share. */
export class LimitsDto extends PersonLimitsDto {
  @Limit() jobs?: string | null;
}

/** What was given of limits. */
export const limitChanges = (limits: PersonLimitsDto | null | undefined): LimitChanges =>
  Object.fromEntries(Object.entries(limits ?? {}).filter(([, rate]) => rate !== undefined));
