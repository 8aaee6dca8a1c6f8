import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { documentsConfig, jobsConfig } from '@app/config';
import { EditFiles } from './edit-files';
import { IsolatedPrograms } from './isolated-programs';
import { ProcessSpawner } from './process-spawner';

@Module({
  imports: [ConfigModule.forFeature(documentsConfig), ConfigModule.forFeature(jobsConfig)],
  providers: [EditFiles, IsolatedPrograms, ProcessSpawner],
  exports: [EditFiles, IsolatedPrograms],
})
export class IsolationModule {}
