import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsHexadecimal, IsIn, IsOptional, IsString, IsUUID, Length, Matches } from 'class-validator';
import {
  AUDIT_ACTIONS,
  EXPORT_FORMATS,
  type AuditCursor,
  type AuditFilter,
  type ExportFormat,
  type ListedAuditEvent,
  type TrailReport,
} from '@app/audit';
import { invalid, isId } from '@app/common';
import { IsTime } from '../http/is-time';
import { DoneDto } from '../openapi/api-answer.decorator';
import { ListDto, PageQueryDto } from './page.dto';

const TIME = 'must be a time such as 2026-01-15T09:30:00Z';
const IsZonedTime = (): PropertyDecorator =>
  applyDecorators(
    IsTime(TIME),
    // Without a zone, the time would depend on the server's own zone.
    Matches(/T.{5,20}(Z|[+-]\d{2}:?\d{2})$/, { message: TIME }),
  );

const OUTCOMES = ['done', 'refused', 'failed'] as const;

/** Filters of audit entries. */
export class AuditQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ format: 'date-time', description: 'The earliest time, included' })
  @IsOptional()
  @IsZonedTime()
  since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'The latest time, excluded' })
  @IsOptional()
  @IsZonedTime()
  until?: string;

  @ApiPropertyOptional({
    description: 'An action such as `login` or `job.result`; a noun such as `job` selects all its actions',
  })
  @IsOptional()
  @IsString()
  action?: string;

  @ApiPropertyOptional({
    pattern: '^[!-~]{1,200}$',
    description: 'The id of the object of the action: a chat, a document, a job, a user or a key',
  })
  @IsOptional()
  @Matches(/^[\x21-\x7e]{1,200}$/, { message: 'must be an id' })
  subject?: string;

  @ApiPropertyOptional({
    enum: OUTCOMES,
    description: '`failed`: the action was done and failed, such as a call of a model without an answer',
  })
  @IsOptional()
  @IsIn(OUTCOMES, { message: `must be one of ${OUTCOMES.join(', ')}` })
  outcome?: (typeof OUTCOMES)[number];

  @ApiPropertyOptional({
    format: 'uuid',
    description:
      'The id of the user who acted. Calls of models are included only if the organization shows usage per person',
  })
  @IsOptional()
  @IsUUID(undefined, { message: 'must be the id of a user' })
  actor?: string;
}

export class ExportAuditQueryDto extends OmitType(AuditQueryDto, ['limit', 'cursor']) {
  @ApiPropertyOptional({ enum: EXPORT_FORMATS, description: 'If absent: `ndjson`' })
  @IsOptional()
  @IsIn(EXPORT_FORMATS, { message: `must be one of ${EXPORT_FORMATS.join(', ')}` })
  format?: ExportFormat;
}

const HASH = 'must be 64 hexadecimal digits';

export class VerifyAuditQueryDto {
  @ApiPropertyOptional({
    pattern: '^[0-9a-fA-F]{64}$',
    description:
      'A hash that was recorded before, for example in the log; `known` tells whether a chain contains ' +
      'it',
  })
  @IsOptional()
  @Length(64, 64, { message: HASH })
  @IsHexadecimal({ message: HASH })
  hash?: string;
}

/** Returns the schema of an object or null. OpenAPI 3.0 allows no `nullable` next to a reference. */
const orNull = (properties: Record<string, object>, description?: string) => ({
  type: 'object' as const,
  nullable: true,
  properties: properties as Record<string, { type: 'string' }>,
  required: Object.keys(properties),
  ...(description !== undefined && { description }),
});
const TEXT = { type: 'string' };
const CHAIN_PLACE = { seq: { type: 'integer' }, hash: TEXT };

class AuditActorDto {
  @ApiProperty({ enum: ['user', 'operator', 'service', 'nobody'] }) kind!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The user who acted; for calls of models only if the organization shows usage per person',
  })
  user_id!: string | null;
}
interface AuditSubjectDto {
  type: string;
  id: string;
}
class AuditEntryDto {
  @ApiProperty() id!: string;
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty() actor!: AuditActorDto;
  @ApiProperty({ enum: AUDIT_ACTIONS }) action!: string;
  @ApiProperty({ enum: ['done', 'refused'] }) outcome!: string;
  @ApiProperty({ type: String, nullable: true }) reason!: string | null;
  @ApiProperty(orNull({ type: TEXT, id: TEXT })) subject!: AuditSubjectDto | null;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'integer' },
    description: 'Counts of the action; for a call of a model, the number of hidden values by kind',
  })
  counts!: Record<string, number> | null;
  @ApiProperty({ type: String, nullable: true, description: 'The model that was called' }) model!:
    | string
    | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: "Keyed hash of the caller's network; only for logins",
  })
  address_hash!: string | null;
  @ApiProperty(
    orNull(
      {
        chain: { type: 'string', enum: ['events', 'calls'] },
        seq: { type: 'integer', description: 'The number of the entry in its chain, from 1' },
        hash: TEXT,
      },
      'Null for the few seconds until the entry is sealed',
    ),
  )
  seal!: { chain: string; seq: number; hash: string } | null;
}
export class AuditListDto extends ListDto {
  @ApiProperty({ type: [AuditEntryDto] }) data!: AuditEntryDto[];
}

interface ChainPlaceDto {
  seq: number;
  hash: string;
}
class ChainReportDto {
  @ApiProperty({ enum: ['events', 'calls'] }) chain!: string;
  @ApiProperty({ type: 'integer', description: 'The number of valid entries' }) entries!: number;
  @ApiProperty(orNull(CHAIN_PLACE, 'The last valid entry'))
  newest!: ChainPlaceDto | null;
  @ApiProperty(orNull(CHAIN_PLACE, 'The last entry that was pruned'))
  pruned!: ChainPlaceDto | null;
  @ApiProperty(
    orNull(
      {
        seq: { type: 'integer' },
        entry_id: TEXT,
        reason: { type: 'string', enum: ['beginning', 'gap', 'link', 'missing', 'changed', 'actor'] },
      },
      'The first broken entry; later entries were not checked',
    ),
  )
  broken!: { seq: number; entry_id: string; reason: string } | null;
}
class UnsealedDto {
  @ApiProperty({ type: 'integer' }) count!: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) oldest!: string | null;
}
class TrailReportDto {
  @ApiProperty({ description: 'Whether no sealed entry was changed, removed or inserted' })
  intact!: boolean;
  @ApiProperty({ type: [ChainReportDto] }) chains!: ChainReportDto[];
  @ApiProperty({ description: 'Entries that are not sealed yet; the service seals entries within seconds' })
  unsealed!: UnsealedDto;
  @ApiProperty({
    type: 'integer',
    description: 'Callers of models that were changed and no longer match an entry',
  })
  stray_callers!: number;
  @ApiPropertyOptional({ description: 'Whether a chain contains `hash`; only if `hash` was given' })
  known?: boolean;
}
export class TrailReportAnswerDto extends DoneDto {
  @ApiProperty({ type: TrailReportDto }) data!: TrailReportDto;
}

const OUTCOME_FILTERS: Readonly<Record<(typeof OUTCOMES)[number], Pick<AuditFilter, 'outcome' | 'failed'>>> =
  {
    done: { outcome: 'done', failed: false },
    refused: { outcome: 'refused' },
    failed: { outcome: 'done', failed: true },
  };

export const toFilter = ({ since, until, action, subject, outcome, actor }: ExportAuditQueryDto) => ({
  ...(since !== undefined && { since: new Date(since) }),
  ...(until !== undefined && { until: new Date(until) }),
  ...(action !== undefined && { action }),
  ...(subject !== undefined && { subjectId: subject }),
  ...(outcome !== undefined && OUTCOME_FILTERS[outcome]),
  ...(actor !== undefined && { userId: actor }),
});

export const toEntryDto = ({
  at,
  actor,
  user,
  subject,
  sealed,
  organization: _organization,
  ...entry
}: ListedAuditEvent) => ({
  id: entry.id,
  at: at.toISOString(),
  // The account on an operator's machine is not disclosed to the organization.
  actor: { kind: actor.split(' ', 1)[0]!, user_id: user },
  action: entry.action,
  outcome: entry.outcome,
  reason: entry.reason,
  subject: subject && toSubjectDto(subject),
  counts: entry.counts,
  model: entry.model,
  address_hash: entry.address_hash,
  seal: sealed,
});

const toSubjectDto = (subject: string): AuditSubjectDto => {
  const [type = ''] = subject.split(':', 1);
  return { type, id: subject.slice(type.length + 1) };
};

export const toReportDto = ({
  intact,
  chains,
  unsealed,
  strayCallers,
  known,
}: TrailReport): TrailReportDto => ({
  intact,
  chains: chains.map(({ broken, ...chain }) => ({
    ...chain,
    broken: broken && { seq: broken.seq, entry_id: broken.entryId, reason: broken.reason },
  })),
  unsealed,
  stray_callers: strayCallers,
  ...(known !== undefined && { known }),
});

export const writeAuditCursor = (next: AuditCursor | null): string | null =>
  next && Buffer.from(`${next.at} ${next.id}`).toString('base64url');

/** @throws AppError `bad_request` if this service did not issue the cursor */
export function readAuditCursor(cursor: string): NonNullable<AuditFilter['after']> {
  const [at = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(at) ||
    Number.isNaN(Date.parse(at)) ||
    !isId(id) ||
    rest.length > 0
  )
    throw invalid('cursor', 'must be next_cursor of the previous page');
  return { at, id };
}

const PLACE = { seq: 4711, hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9' };

/** Example for the OpenAPI document. */
export const ENTRY: AuditEntryDto = {
  id: '019aa5bf-4c55-7f1d-8b1e-7f5f0b0f8a14',
  at: '2026-01-15T09:30:00.000Z',
  actor: { kind: 'user', user_id: null },
  action: 'model.call',
  outcome: 'done',
  reason: null,
  subject: null,
  counts: { Names: 2, Emails: 1, left_out_kinds: 14 },
  model: 'demo-echo',
  address_hash: null,
  seal: { chain: 'calls', ...PLACE },
};
export const REPORT: TrailReportDto = {
  intact: true,
  chains: [
    { chain: 'events', entries: 312, newest: { ...PLACE, seq: 312 }, pruned: null, broken: null },
    { chain: 'calls', entries: 4711, newest: PLACE, pruned: null, broken: null },
  ],
  unsealed: { count: 0, oldest: null },
  stray_callers: 0,
};
