import { ApiProperty } from '@nestjs/swagger';
import { DoneDto } from '../openapi/api-answer.decorator';

class LanguageModelDto {
  @ApiProperty() id!: string;
  @ApiProperty({ type: 'integer', description: 'Of prompt and answer together' }) context_tokens!: number;
}
class LanguageDto {
  @ApiProperty({ enum: ['server', 'demo', 'none'], description: '`demo`: a model that only echoes' })
  engine!: string;
  @ApiProperty({ type: [LanguageModelDto], description: 'None named: those that the server offers' })
  models!: LanguageModelDto[];
}
class ImagesDto {
  @ApiProperty({ enum: ['server', 'none'] }) engine!: string;
  @ApiProperty({ type: String, nullable: true, description: "Null: the server's own choice" })
  model!: string | null;
}
class SpeechDto {
  @ApiProperty({ enum: ['server', 'embedded'], description: '`embedded`: on machines of this service' })
  engine!: string;
  @ApiProperty({ type: [String], description: 'None named: the server chooses, or none is installed' })
  models!: string[];
}
class EnginesDto {
  @ApiProperty({ type: LanguageDto }) language!: LanguageDto;
  @ApiProperty({ type: ImagesDto }) images!: ImagesDto;
  @ApiProperty({ type: SpeechDto }) speech!: SpeechDto;
}

const KEPT = { type: 'integer', nullable: true } as const;
class RetentionDto {
  @ApiProperty({ ...KEPT, description: 'Since their last use' }) chats!: number | null;
  @ApiProperty({ ...KEPT, description: 'Since their upload' }) documents!: number | null;
  @ApiProperty({ ...KEPT, description: 'That no chat uses, since their upload' })
  unattached_documents!: number | null;
  @ApiProperty({ ...KEPT, description: 'Since their end' }) jobs!: number | null;
  @ApiProperty({ ...KEPT, description: 'Since their delivery' }) job_results!: number | null;
  @ApiProperty({ ...KEPT, description: 'Entries of the audit trail that tell of calls of models' })
  audit_calls!: number | null;
}

/** What the operator set for everybody. */
export class DeploymentDto {
  @ApiProperty({ type: EnginesDto }) engines!: EnginesDto;
  @ApiProperty({ enum: ['local', 's3'], description: 'Where files are kept' }) file_store!: string;
  @ApiProperty({ type: RetentionDto, description: 'Seconds; null: until somebody deletes them' })
  retention!: RetentionDto;
}

class VersionsDto {
  @ApiProperty() service!: string;
  @ApiProperty() node!: string;
  @ApiProperty() postgresql!: string;
  @ApiProperty({
    type: 'integer',
    description: 'Of the schema, that this version knows and that did not run',
  })
  pending_migrations!: number;
}
class KeyRotationDto {
  @ApiProperty({ description: 'The name of the main key that encrypts' }) encrypts!: string;
  @ApiProperty({ type: 'integer', description: 'Main keys that are configured' }) main_keys!: number;
  @ApiProperty({
    type: 'integer',
    description: 'Data keys, of all organizations together, that older main keys still wrap; 0: these may go',
  })
  old_data_keys!: number;
}
class BacklogDto {
  @ApiProperty({ enum: ['transcription', 'anonymization'] }) type!: string;
  @ApiProperty({ type: 'integer' }) waiting!: number;
  @ApiProperty({ type: 'integer' }) running!: number;
  @ApiProperty({ type: 'integer', description: 'Age of the oldest that waits; 0 where none does' })
  oldest_waiting_seconds!: number;
}
class PendingDeliveriesDto {
  @ApiProperty({ type: 'integer', description: 'That wait for their first attempt' }) first!: number;
  @ApiProperty({ type: 'integer', description: 'That failed, and wait for another' }) retry!: number;
}
class ChainEndDto {
  @ApiProperty({ enum: ['events', 'calls'] }) chain!: string;
  @ApiProperty({ type: 'integer', description: 'Of the newest seal; 0: there is none' }) seq!: number;
  @ApiProperty({ description: 'Of the newest seal' }) hash!: string;
}
class WaitingEntriesDto {
  @ApiProperty({ type: 'integer' }) count!: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) oldest!: string | null;
}
class TrailDto {
  @ApiProperty({ type: [ChainEndDto] }) chains!: ChainEndDto[];
  @ApiProperty({ type: WaitingEntriesDto, description: 'Seconds old while the service runs' })
  unsealed!: WaitingEntriesDto;
}

export class StatusDto extends DeploymentDto {
  @ApiProperty({ type: VersionsDto }) versions!: VersionsDto;
  @ApiProperty({ type: KeyRotationDto }) keys!: KeyRotationDto;
  @ApiProperty({ type: [BacklogDto], description: 'Of your organization, not yet ended' })
  jobs!: BacklogDto[];
  @ApiProperty({ type: PendingDeliveriesDto, description: 'Webhooks of your organization' })
  deliveries!: PendingDeliveriesDto;
  @ApiProperty({ type: TrailDto, description: 'Where the audit trail of your organization ends' })
  audit!: TrailDto;
}
export class StatusAnswerDto extends DoneDto {
  @ApiProperty({ type: StatusDto }) data!: StatusDto;
}

const DAY_S = 24 * 60 * 60;
const HASH = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9';

/** For examples. */
export const STATUS: StatusDto = {
  versions: { service: '0.1.0', node: '24.11.1', postgresql: '18.1', pending_migrations: 0 },
  engines: {
    language: { engine: 'demo', models: [] },
    images: { engine: 'server', model: null },
    speech: { engine: 'server', models: [] },
  },
  file_store: 'local',
  retention: {
    chats: null,
    documents: null,
    unattached_documents: DAY_S,
    jobs: 90 * DAY_S,
    job_results: DAY_S,
    audit_calls: 90 * DAY_S,
  },
  keys: { encrypts: '2026', main_keys: 2, old_data_keys: 12 },
  jobs: [
    { type: 'anonymization', waiting: 0, running: 0, oldest_waiting_seconds: 0 },
    { type: 'transcription', waiting: 1, running: 1, oldest_waiting_seconds: 4 },
  ],
  deliveries: { first: 0, retry: 1 },
  audit: {
    chains: [
      { chain: 'events', seq: 312, hash: HASH },
      { chain: 'calls', seq: 4711, hash: HASH },
    ],
    unsealed: { count: 0, oldest: null },
  },
};
