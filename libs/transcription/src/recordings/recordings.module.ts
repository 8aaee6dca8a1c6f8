import { Module, type OnModuleInit } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { jobsConfig, transcriptionConfig } from '@app/config';
import { JobFilesRegistry, JobsModule } from '@app/jobs';
import { StorageModule } from '@app/storage';
import { Arrivals } from './arrivals';
import { JobAudio } from './job-audio';
import { JobAudioRow } from './job-audio.entity';
import { JobAudioStore } from './job-audio.store';
import { ReceiveAudio } from './receive-audio';
import { RecordingFiles } from './recording-files';

/** Stores the recordings of jobs. Every program that erases, exports or sweeps jobs imports it. */
@Module({
  imports: [
    ConfigModule.forFeature(jobsConfig),
    ConfigModule.forFeature(transcriptionConfig),
    TypeOrmModule.forFeature([JobAudioRow]),
    JobsModule,
    StorageModule,
  ],
  providers: [Arrivals, JobAudio, JobAudioStore, ReceiveAudio, RecordingFiles],
  exports: [Arrivals, JobAudio, ReceiveAudio],
})
export class RecordingsModule implements OnModuleInit {
  constructor(
    private readonly registry: JobFilesRegistry,
    private readonly files: RecordingFiles,
  ) {}

  onModuleInit(): void {
    this.registry.add(this.files);
  }
}
