import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { CaseOfJob, HidingOfJob } from '@app/anonymization-jobs';
import { CasesModule } from '@app/cases';
import { jobsConfig, type JobsConfig } from '@app/config';
import { JobFilesModule } from '@app/job-files';
import { JobsModule, JobSlots } from '@app/jobs';
import { PoliciesModule } from '@app/policy';
import { AnonymizeFilesModule } from '../files.module';
import { FileRunner } from './file-runner';
import { SubmitFile } from './submit-file';

/** Accepts files that are anonymized as jobs. */
@Module({
  imports: [CasesModule, JobFilesModule, JobsModule, PoliciesModule],
  providers: [HidingOfJob, SubmitFile],
  exports: [SubmitFile],
})
export class FileJobsModule {}

/** Runs jobs that anonymize files in the program that imports it. */
@Module({
  imports: [
    ConfigModule.forFeature(jobsConfig),
    AnonymizeFilesModule,
    CasesModule,
    JobFilesModule,
    JobsModule,
    PoliciesModule,
  ],
  providers: [CaseOfJob, FileRunner],
})
export class FileRunnerModule implements OnModuleInit {
  constructor(
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly slots: JobSlots,
    private readonly runner: FileRunner,
  ) {}

  onModuleInit(): void {
    this.slots.open(this.runner, this.config.fileConcurrency);
  }
}
