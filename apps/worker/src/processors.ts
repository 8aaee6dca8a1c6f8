import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { jobsConfig, transcriptionConfig, type JobsConfig, type TranscriptionConfig } from '@app/config';
import { AnonymizationRunner, JobSlots, TranscriptionRunner } from '@app/jobs';
import { QueueConsumer } from '@app/queue';
import { DeliverySlots } from '@app/webhooks';

// Keeps its queue entry active until no work waits. Other workers receive the next notifications meanwhile.

@Injectable()
export class AnonymizationProcessor implements OnModuleInit {
  constructor(
    @Inject(jobsConfig.KEY) { anonymizationConcurrency }: JobsConfig,
    runner: AnonymizationRunner,
    private readonly slots: JobSlots,
    private readonly consumer: QueueConsumer,
  ) {
    slots.open(runner, anonymizationConcurrency);
  }

  onModuleInit(): void {
    this.consumer.consume('anonymization', () => this.slots.wake('anonymization'));
  }
}

@Injectable()
export class TranscriptionProcessor implements OnModuleInit {
  constructor(
    @Inject(transcriptionConfig.KEY) { concurrency }: TranscriptionConfig,
    runner: TranscriptionRunner,
    private readonly slots: JobSlots,
    private readonly consumer: QueueConsumer,
  ) {
    slots.open(runner, concurrency);
  }

  onModuleInit(): void {
    this.consumer.consume('transcription', () => this.slots.wake('transcription'));
  }
}

@Injectable()
export class WebhookDeliveryProcessor implements OnModuleInit {
  constructor(
    private readonly slots: DeliverySlots,
    private readonly consumer: QueueConsumer,
  ) {}

  onModuleInit(): void {
    this.consumer.consume('webhook-delivery', () => this.slots.wake());
  }
}
