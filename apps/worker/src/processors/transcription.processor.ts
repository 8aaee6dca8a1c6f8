import { Process, Processor } from '@nestjs/bull';
import { Inject } from '@nestjs/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { JobSlots, TranscriptionRunner } from '@app/jobs';

@Processor('transcription')
export class TranscriptionProcessor {
  constructor(
    @Inject(transcriptionConfig.KEY) { concurrency }: TranscriptionConfig,
    runner: TranscriptionRunner,
    private readonly slots: JobSlots,
  ) {
    slots.open(runner, concurrency);
  }

  /** Holds the entry until nothing waits: meanwhile other workers hear the next rings. */
  @Process()
  async answer(): Promise<void> {
    await this.slots.ring('transcription');
  }
}
