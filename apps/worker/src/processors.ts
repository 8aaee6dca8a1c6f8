import { Process, Processor } from '@nestjs/bull';
import { Inject } from '@nestjs/common';
import { jobsConfig, transcriptionConfig, type JobsConfig, type TranscriptionConfig } from '@app/config';
import { AnonymizationRunner, JobSlots, TranscriptionRunner } from '@app/jobs';
import { DeliverySlots } from '@app/webhooks';

// Each holds its queue's entry until nothing waits: meanwhile other workers hear the next rings.

@Processor('anonymization')
export class AnonymizationProcessor {
  constructor(
    @Inject(jobsConfig.KEY) { anonymizationConcurrency }: JobsConfig,
    runner: AnonymizationRunner,
    private readonly slots: JobSlots,
  ) {
    slots.open(runner, anonymizationConcurrency);
  }

  @Process()
  async answer(): Promise<void> {
    await this.slots.ring('anonymization');
  }
}

@Processor('transcription')
export class TranscriptionProcessor {
  constructor(
    @Inject(transcriptionConfig.KEY) { concurrency }: TranscriptionConfig,
    runner: TranscriptionRunner,
    private readonly slots: JobSlots,
  ) {
    slots.open(runner, concurrency);
  }

  @Process()
  async answer(): Promise<void> {
    await this.slots.ring('transcription');
  }
}

@Processor('webhook-delivery')
export class WebhookDeliveryProcessor {
  constructor(private readonly slots: DeliverySlots) {}

  @Process()
  async answer(): Promise<void> {
    await this.slots.ring();
  }
}
