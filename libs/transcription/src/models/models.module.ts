import { Module, type Type } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { ImportModel, ImportVoiceEncoder } from './import-model';
import { ListModels } from './list-models';
import { PullModel } from './pull-model';
import { VerifyModels } from './verify-models';

/** Provides a use case for the folder of the settings. */
const inFolder = <T>(useCase: Type<T> & (new (folder: string) => T)) => ({
  provide: useCase,
  inject: [transcriptionConfig.KEY],
  useFactory: ({ modelsDir }: TranscriptionConfig): T => new useCase(modelsDir),
});

/** The speech models of this machine. */
@Module({
  imports: [ConfigModule.forFeature(transcriptionConfig)],
  providers: [
    inFolder(ImportModel),
    inFolder(ImportVoiceEncoder),
    inFolder(ListModels),
    inFolder(PullModel),
    inFolder(VerifyModels),
  ],
  exports: [ImportModel, ImportVoiceEncoder, ListModels, PullModel, VerifyModels],
})
export class ModelsModule {}
