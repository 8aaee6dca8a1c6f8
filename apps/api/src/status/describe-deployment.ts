import { Inject, Injectable } from '@nestjs/common';
import {
  documentsConfig,
  imagesConfig,
  jobsConfig,
  llmConfig,
  retentionConfig,
  storageConfig,
  transcriptionConfig,
  type DocumentsConfig,
  type ImagesConfig,
  type JobsConfig,
  type LlmConfig,
  type RetentionConfig,
  type StorageConfig,
  type TranscriptionConfig,
} from '@app/config';
import { Providers } from '@app/llm';
import { ListModels } from '@app/transcription';
import type { DeploymentDto } from './status.dto';

/**
 * Describes the settings that every organization's admin may see: names, kinds and times, without addresses and keys.
 */
@Injectable()
export class DescribeDeployment {
  constructor(
    @Inject(llmConfig.KEY) private readonly llm: LlmConfig,
    @Inject(imagesConfig.KEY) private readonly images: ImagesConfig,
    @Inject(transcriptionConfig.KEY) private readonly speech: TranscriptionConfig,
    @Inject(storageConfig.KEY) private readonly storage: StorageConfig,
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    @Inject(documentsConfig.KEY) private readonly documents: DocumentsConfig,
    @Inject(jobsConfig.KEY) private readonly jobs: JobsConfig,
    private readonly models: ListModels,
    private readonly providers: Providers,
  ) {}

  async execute(): Promise<DeploymentDto> {
    const { chatsMs, documentsMs, jobsMs, auditCallsMs } = this.retention;
    return {
      engines: {
        language: this.languageEngine(),
        images: { engine: this.images.baseUrl ? 'server' : 'none', model: this.images.model ?? null },
        speech: await this.speechEngine(),
      },
      file_store: this.storage.kind,
      retention: {
        chats: seconds(chatsMs),
        documents: seconds(documentsMs),
        unattached_documents: seconds(this.documents.unattachedTtlMs),
        jobs: seconds(jobsMs),
        job_results: seconds(this.jobs.resultRetentionMs),
        audit_calls: seconds(auditCallsMs),
      },
    };
  }

  private languageEngine(): DeploymentDto['engines']['language'] {
    if (this.providers.all.length === 0)
      return { engine: this.llm.demo ? 'demo' : 'none', models: [], providers: [] };
    const models = this.providers.all.flatMap(({ settings }) =>
      settings.models.map(({ id, contextTokens }) => ({
        id,
        context_tokens: contextTokens ?? settings.contextTokens,
      })),
    );
    return {
      engine: 'server',
      models: models.filter(({ id }, at) => models.findIndex((model) => model.id === id) === at),
      providers: this.providers.all.map(({ settings: { name, protocol, internal }, circuit }) => ({
        name,
        protocol,
        internal,
        circuit: circuit.isOpen ? 'open' : 'closed',
      })),
    };
  }

  private async speechEngine(): Promise<DeploymentDto['engines']['speech']> {
    const { baseUrl, model } = this.speech;
    if (baseUrl !== undefined) return { engine: 'server', models: model === undefined ? [] : [model] };
    const listed = await this.models.execute();
    const usable = listed.filter(({ name, installed }) => installed && (model ?? name) === name);
    return { engine: 'embedded', models: usable.map(({ name }) => name) };
  }
}

const seconds = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms / 1000));
