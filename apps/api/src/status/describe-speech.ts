import { Inject, Injectable } from '@nestjs/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { ListModels } from '@app/transcription';
import type { DeploymentDto } from './status.dto';

/** Describes the engine of speech recognition: a server, or the installed models that it may use. */
@Injectable()
export class DescribeSpeech {
  constructor(
    @Inject(transcriptionConfig.KEY) private readonly speech: TranscriptionConfig,
    private readonly models: ListModels,
  ) {}

  async execute(): Promise<DeploymentDto['engines']['speech']> {
    const { baseUrl, model } = this.speech;
    if (baseUrl !== undefined) return { engine: 'server', models: model === undefined ? [] : [model] };
    const listed = await this.models.execute();
    const usable = listed.filter(({ name, installed }) => installed && (model ?? name) === name);
    return { engine: 'embedded', models: usable.map(({ name }) => name) };
  }
}
