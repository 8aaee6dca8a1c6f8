import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { CasesModule } from '@app/cases';
import { jobsConfig, type JobsConfig } from '@app/config';
import { HidingModule } from '@app/hiding';
import { JobsModule, JobSlots } from '@app/jobs';
import { PoliciesModule } from '@app/policy';
import { CaseOfJob, AnonymizationRunner } from './anonymization-runner';
import { HidingOfJob, SubmitAnonymization } from './submit-anonymization';

/** Accepts anonymization jobs. */
@Module({
  imports: [ConfigModule.forFeature(jobsConfig), CasesModule, JobsModule, PoliciesModule],
  providers: [HidingOfJob, SubmitAnonymization],
  exports: [SubmitAnonymization],
})
export class AnonymizationJobsModule {}

/** Runs anonymization jobs in the program that imports it. */
@Module({
  imports: [ConfigModule.forFeature(jobsConfig), CasesModule, HidingModule, JobsModule, PoliciesModule],
  providers: [AnonymizationRunner, CaseOfJob],
})
export class AnonymizationRunnerModule implements OnModuleInit {
  constructor(
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly slots: JobSlots,
    private readonly runner: AnonymizationRunner,
  ) {}

  onModuleInit(): void {
    this.slots.open(this.runner, this.config.anonymizationConcurrency);
  }
}
