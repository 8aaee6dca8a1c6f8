import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { ENTITY_TYPES } from '@app/anonymization';
import { DoneDto } from '../openapi/api-answer.decorator';

const MONTH = '^20\\d{2}-(0[1-9]|1[0-2])$';

export class MonthDto {
  @ApiProperty({ pattern: MONTH, description: 'A closed month (UTC)', example: '2026-10' })
  @Matches(new RegExp(MONTH), { message: 'must be a closed month, such as 2026-10' })
  month!: string;
}

class CallsDto {
  @ApiProperty({ type: 'integer', description: 'Calls of models, with those that failed' }) all!: number;
  @ApiProperty({ type: 'integer', description: 'Calls without a complete answer' }) failed!: number;
  @ApiProperty({ type: 'integer', description: 'Recordings, which are sent as audio' }) recordings!: number;
  @ApiProperty({ type: 'integer', description: 'Calls with text in which no kind was searched' })
  unprotected!: number;
  @ApiProperty({
    type: 'integer',
    description: 'Calls in which kinds were left out that the policy does not leave out',
  })
  partly!: number;
}

class HiddenDto {
  @ApiProperty({ enum: ENTITY_TYPES }) kind!: string;
  @ApiProperty({ type: 'integer' }) values!: number;
}

class ValuesDto {
  @ApiProperty({ type: [HiddenDto], description: 'Values that were hidden from models, most first' })
  hidden!: HiddenDto[];
  @ApiProperty({ type: 'integer', description: 'Values that users kept or the policy excepts' })
  left_in_clear!: number;
}

class PartDto {
  @ApiProperty({ type: String, nullable: true, description: 'The model, or the id of the group; null: none' })
  of!: string | null;
  @ApiProperty({ type: 'integer' }) calls!: number;
}

class GroupPartDto extends PartDto {
  @ApiProperty({ type: String, nullable: true, description: 'Null: no group, or a deleted one' })
  name!: string | null;
}

class EventsDto {
  @ApiProperty({ type: 'integer', description: 'Versions of the policy that were set' })
  policy_changes!: number;
  @ApiProperty({ type: 'integer', description: 'Requests that restored values' }) restores!: number;
  @ApiProperty({ type: 'integer', description: 'Links to chats that were created' }) shares!: number;
  @ApiProperty({ type: 'integer' }) exports!: number;
  @ApiProperty({ type: 'integer', description: 'Users, each once, at the beginning of their erasure' })
  erasures!: number;
}

class PrivacyReportDto {
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ format: 'date-time', description: 'The end, excluded' }) to!: string;
  @ApiProperty({
    description: 'Whether all entries of the month are still in the audit trail',
  })
  complete!: boolean;
  @ApiProperty({ type: CallsDto }) calls!: CallsDto;
  @ApiProperty({ type: ValuesDto }) values!: ValuesDto;
  @ApiProperty({ type: [PartDto], description: 'Calls with counted tokens' }) models!: PartDto[];
  @ApiProperty({ type: [GroupPartDto], description: 'The same by the groups of the callers at that time' })
  groups!: GroupPartDto[];
  @ApiProperty({ type: EventsDto }) events!: EventsDto;
}

export class PrivacyReportAnswerDto extends DoneDto {
  @ApiProperty({ type: PrivacyReportDto }) data!: PrivacyReportDto;
}
