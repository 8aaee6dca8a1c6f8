import { Inject, Injectable } from '@nestjs/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { ReceiveUpload } from '@app/job-files';
import { checkAudioName } from '@app/transcription';
import { ReceiveForm } from '../jobs/receive-form.interceptor';

/** Receives a recording. */
@Injectable()
export class ReceiveRecording extends ReceiveForm {
  protected readonly type = 'transcription';
  protected readonly maxBytes: number;

  constructor(
    @Inject(transcriptionConfig.KEY) { maxAudioBytes }: TranscriptionConfig,
    receive: ReceiveUpload,
  ) {
    super(receive);
    this.maxBytes = maxAudioBytes;
  }

  protected limitOf(name: string): number {
    checkAudioName(name);
    return this.maxBytes;
  }
}
