import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { LimitChanges } from '@app/accounts';

const Limit = () => (target: object, name: string) => {
  ApiPropertyOptional({ type: String, nullable: true, example: '300/1m' })(target, name);
  IsOptional()(target, name);
  IsString()(target, name);
};

/** How often somebody may call, each kind as `300/1m`; null: no limit of one's own. */
export class PersonLimitsDto {
  @Limit() chat?: string | null;
  @Limit() anonymize?: string | null;
  @Limit() uploads?: string | null;
  @Limit() images?: string | null;
  @Limit() exports?: string | null;
}

/** With what all of an organization share. */
export class LimitsDto extends PersonLimitsDto {
  @Limit() jobs?: string | null;
}

/** What was given of limits. */
export const limitChanges = (limits: PersonLimitsDto | undefined): LimitChanges =>
  Object.fromEntries(Object.entries(limits ?? {}).filter(([, rate]) => rate !== undefined));
