import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { DataKey } from '@app/crypto';
import { JobFiles } from '@app/jobs';
import { Arrivals } from './arrivals';
import { JobAudio } from './job-audio';

/** Manages the recordings of transcription jobs for the jobs library, which knows no type of job. */
@Injectable()
export class RecordingFiles extends JobFiles {
  readonly type = 'transcription';

  constructor(
    private readonly audio: JobAudio,
    private readonly arrivals: Arrivals,
  ) {
    super();
  }

  delete(jobId: string): Promise<void> {
    return this.audio.delete(jobId);
  }

  of(key: DataKey): Record<string, () => Promise<Readable>> {
    return { audio: () => this.audio.read(key) };
  }

  async sweep(): Promise<void> {
    await this.audio.sweep();
    await this.arrivals.sweep();
  }
}
