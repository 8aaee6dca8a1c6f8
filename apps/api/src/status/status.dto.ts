import { ApiProperty } from '@nestjs/swagger';
import { PROTOCOLS } from '@app/config';
import { JOB_TYPES } from '@app/jobs';
import { DoneDto } from '../openapi/api-answer.decorator';

class LanguageModelDto {
  @ApiProperty() id!: string;
  @ApiProperty({ type: 'integer', description: 'The limit of prompt and answer together' })
  context_tokens!: number;
}

class ProviderDto {
  @ApiProperty() name!: string;
  @ApiProperty({ enum: PROTOCOLS }) protocol!: string;
  @ApiProperty({ description: 'Whether a policy may treat its models as internal' }) internal!: boolean;
  @ApiProperty({
    enum: ['closed', 'open'],
    description: '`open`: it failed repeatedly, and is skipped while another one can answer',
  })
  circuit!: string;
}
class LanguageDto {
  @ApiProperty({
    enum: ['server', 'demo', 'none'],
    description: '`demo`: a model that only repeats its input',
  })
  engine!: string;
  @ApiProperty({ type: [LanguageModelDto], description: 'If empty: the models that the server offers' })
  models!: LanguageModelDto[];
  @ApiProperty({ type: [ProviderDto], description: 'In the order in which they are asked' })
  providers!: ProviderDto[];
}
class ImagesDto {
  @ApiProperty({ enum: ['server', 'none'] }) engine!: string;
  @ApiProperty({ type: String, nullable: true, description: "Null: the server's own choice" })
  model!: string | null;
}
class SpeechDto {
  @ApiProperty({ enum: ['server', 'embedded'], description: '`embedded`: runs in the service itself' })
  engine!: string;
  @ApiProperty({ type: [String], description: 'If empty: the server chooses, or none is installed' })
  models!: string[];
}
class EnginesDto {
  @ApiProperty({ type: LanguageDto }) language!: LanguageDto;
  @ApiProperty({ type: ImagesDto }) images!: ImagesDto;
  @ApiProperty({ type: SpeechDto }) speech!: SpeechDto;
}

const KEPT = { type: 'integer', nullable: true } as const;
class RetentionDto {
  @ApiProperty({ ...KEPT, description: 'After their last use' }) chats!: number | null;
  @ApiProperty({ ...KEPT, description: 'After their upload' }) documents!: number | null;
  @ApiProperty({ ...KEPT, description: 'Documents that no chat uses, after their upload' })
  unattached_documents!: number | null;
  @ApiProperty({ ...KEPT, description: 'After their end' }) jobs!: number | null;
  @ApiProperty({ ...KEPT, description: 'After their delivery' }) job_results!: number | null;
  @ApiProperty({ ...KEPT, description: 'Audit entries of model calls' })
  audit_calls!: number | null;
}

/** The operator's settings for all organizations. */
export class DeploymentDto {
  @ApiProperty({ type: EnginesDto }) engines!: EnginesDto;
  @ApiProperty({ enum: ['local', 's3'], description: 'The kind of storage for files' }) file_store!: string;
  @ApiProperty({
    type: RetentionDto,
    description: 'Retention in seconds; null: until a user deletes the data',
  })
  retention!: RetentionDto;
}

class VersionsDto {
  @ApiProperty() service!: string;
  @ApiProperty() node!: string;
  @ApiProperty() postgresql!: string;
  @ApiProperty({
    type: 'integer',
    description: 'Schema migrations of this version that have not run',
  })
  pending_migrations!: number;
}
class KeyRotationDto {
  @ApiProperty({ description: 'The name of the current main key' }) encrypts!: string;
  @ApiProperty({ type: 'integer', description: 'The number of configured main keys' }) main_keys!: number;
  @ApiProperty({
    type: 'integer',
    description:
      'Data keys of all organizations that older main keys still wrap; if 0, the older main keys can ' +
      'be removed',
  })
  old_data_keys!: number;
}
class BacklogDto {
  @ApiProperty({ enum: [...JOB_TYPES] }) type!: string;
  @ApiProperty({ type: 'integer' }) waiting!: number;
  @ApiProperty({ type: 'integer' }) running!: number;
  @ApiProperty({ type: 'integer', description: 'The age of the oldest one that waits; 0 if none waits' })
  oldest_waiting_seconds!: number;
}
class PendingDeliveriesDto {
  @ApiProperty({ type: 'integer', description: 'Deliveries that wait for their first attempt' })
  first!: number;
  @ApiProperty({ type: 'integer', description: 'Deliveries that failed and wait for a retry' })
  retry!: number;
}
class ChainEndDto {
  @ApiProperty({ enum: ['events', 'calls'] }) chain!: string;
  @ApiProperty({ type: 'integer', description: 'The number of the newest seal; 0 if there is none' })
  seq!: number;
  @ApiProperty({ description: 'The hash of the newest seal' }) hash!: string;
}
class WaitingEntriesDto {
  @ApiProperty({ type: 'integer' }) count!: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) oldest!: string | null;
}
class TrailDto {
  @ApiProperty({ type: [ChainEndDto] }) chains!: ChainEndDto[];
  @ApiProperty({
    type: WaitingEntriesDto,
    description: 'Entries that are not sealed yet; the service seals them within seconds',
  })
  unsealed!: WaitingEntriesDto;
}

class WorkerDto {
  @ApiProperty() version!: string;
  @ApiProperty({ type: [String], description: 'The queues that it serves' }) queues!: string[];
  @ApiProperty({ format: 'date-time' }) started_at!: string;
  @ApiProperty({ type: 'integer', description: 'Since its last heartbeat' }) seen_seconds_ago!: number;
}

export class StatusDto extends DeploymentDto {
  @ApiProperty({ type: VersionsDto }) versions!: VersionsDto;
  @ApiProperty({ type: KeyRotationDto }) keys!: KeyRotationDto;
  @ApiProperty({ type: [BacklogDto], description: 'Unfinished jobs of your organization' })
  jobs!: BacklogDto[];
  @ApiProperty({ type: PendingDeliveriesDto, description: 'Webhook deliveries of your organization' })
  deliveries!: PendingDeliveriesDto;
  @ApiProperty({ type: TrailDto, description: "The end of your organization's audit trail" })
  audit!: TrailDto;
  @ApiProperty({
    type: [WorkerDto],
    description: 'Workers of the deployment with a heartbeat in the last minute',
  })
  workers!: WorkerDto[];
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When `backup create` last succeeded; null: never',
  })
  last_backup!: string | null;
}
export class StatusAnswerDto extends DoneDto {
  @ApiProperty({ type: StatusDto }) data!: StatusDto;
}

const DAY_S = 24 * 60 * 60;
const HASH = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9';

/** Example for the OpenAPI document. */
export const STATUS: StatusDto = {
  versions: { service: '0.2.0', node: '24.11.1', postgresql: '18.1', pending_migrations: 0 },
  engines: {
    language: { engine: 'demo', models: [], providers: [] },
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
    { type: 'file_anonymization', waiting: 0, running: 0, oldest_waiting_seconds: 0 },
  ],
  deliveries: { first: 0, retry: 1 },
  audit: {
    chains: [
      { chain: 'events', seq: 312, hash: HASH },
      { chain: 'calls', seq: 4711, hash: HASH },
    ],
    unsealed: { count: 0, oldest: null },
  },
  workers: [
    {
      version: '0.2.0',
      queues: ['anonymization', 'transcription', 'file_anonymization', 'webhook-delivery'],
      started_at: '2026-11-26T06:00:00.000Z',
      seen_seconds_ago: 4,
    },
  ],
  last_backup: null,
};
