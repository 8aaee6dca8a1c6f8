import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { CaseOfJob, HidingOfJob } from '@app/anonymization-jobs';
import { CasesModule } from '@app/cases';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { HidingModule } from '@app/hiding';
import { JobFilesModule } from '@app/job-files';
import { JobsModule, JobSlots } from '@app/jobs';
import { PoliciesModule } from '@app/policy';
import { PrivateModelModule } from '@app/private-model';
import { AnonymizeTranscript } from '../anonymize-transcript';
import { TranscribeNow } from '../transcribe-now';
import { TranscriptionModule } from '../transcription.module';
import { SubmitTranscription } from './submit-transcription';
import { VocabularyOfJob } from './vocabulary-of-job';
import { TranscriptionRunner } from './transcription-runner';

/** Accepts recordings: as jobs, and short ones that are transcribed while the caller waits. */
@Module({
  imports: [
    ConfigModule.forFeature(transcriptionConfig),
    CasesModule,
    HidingModule,
    JobFilesModule,
    JobsModule,
    PoliciesModule,
    PrivateModelModule,
    TranscriptionModule,
  ],
  providers: [
    AnonymizeTranscript,
    CaseOfJob,
    HidingOfJob,
    SubmitTranscription,
    TranscribeNow,
    VocabularyOfJob,
  ],
  exports: [SubmitTranscription, TranscribeNow, TranscriptionModule],
})
export class TranscriptionJobsModule {}

/** Runs transcription jobs in the program that imports it. */
@Module({
  imports: [
    ConfigModule.forFeature(transcriptionConfig),
    CasesModule,
    HidingModule,
    JobFilesModule,
    JobsModule,
    PoliciesModule,
    TranscriptionModule,
  ],
  providers: [AnonymizeTranscript, CaseOfJob, TranscriptionRunner],
})
export class TranscriptionRunnerModule implements OnModuleInit {
  constructor(
    @Inject(transcriptionConfig.KEY) private readonly config: TranscriptionConfig,
    private readonly slots: JobSlots,
    private readonly runner: TranscriptionRunner,
  ) {}

  onModuleInit(): void {
    this.slots.open(this.runner, this.config.concurrency);
  }
}
