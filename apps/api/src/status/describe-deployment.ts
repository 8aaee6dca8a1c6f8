import { Inject, Injectable } from '@nestjs/common';
import {
  documentsConfig,
  imagesConfig,
  jobsConfig,
  llmConfig,
  retentionConfig,
  storageConfig,
  type DocumentsConfig,
  type ImagesConfig,
  type JobsConfig,
  type LlmConfig,
  type RetentionConfig,
  type StorageConfig,
} from '@app/config';
import { Providers } from '@app/llm';
import { DescribeSpeech } from './describe-speech';
import type { DeploymentDto } from './status.dto';

/**
 * Describes the settings that every organization's admin may see: names, kinds and times, without addresses and keys.
 */
@Injectable()
export class DescribeDeployment {
  constructor(
    @Inject(llmConfig.KEY) private readonly llm: LlmConfig,
    @Inject(imagesConfig.KEY) private readonly images: ImagesConfig,
    @Inject(storageConfig.KEY) private readonly storage: StorageConfig,
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    @Inject(documentsConfig.KEY) private readonly documents: DocumentsConfig,
    @Inject(jobsConfig.KEY) private readonly jobs: JobsConfig,
    private readonly speech: DescribeSpeech,
    private readonly providers: Providers,
  ) {}

  async execute(): Promise<DeploymentDto> {
    const { chatsMs, documentsMs, jobsMs, auditCallsMs } = this.retention;
    return {
      engines: {
        language: this.languageEngine(),
        images: { engine: this.images.baseUrl ? 'server' : 'none', model: this.images.model ?? null },
        speech: await this.speech.execute(),
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
}

const seconds = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms / 1000));
