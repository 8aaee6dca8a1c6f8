import { Process, Processor } from '@nestjs/bull';
import { Inject } from '@nestjs/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { AnonymizationRunner, JobSlots } from '@app/jobs';

@Processor('anonymization')
export class AnonymizationProcessor {
  constructor(
    @Inject(jobsConfig.KEY) { anonymizationConcurrency }: JobsConfig,
    runner: AnonymizationRunner,
    private readonly slots: JobSlots,
  ) {
    slots.open(runner, anonymizationConcurrency);
  }

  /** Holds the entry until nothing waits: meanwhile other workers hear the next rings. */
  @Process()
  async answer(): Promise<void> {
    await this.slots.ring('anonymization');
  }
}
