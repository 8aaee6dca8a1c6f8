import { Injectable } from '@nestjs/common';
import type { EntityType, ReplacementStyle } from '@app/anonymization';
import { AudioRejected, NoWords, TranscribeAudio, type Segment } from '@app/transcription';
import { JobAudio } from '../audio/job-audio';
import { AnonymizeTranscript } from './anonymize-transcript';
import { JobFailure, JobRunner, type RunContext, type RunningJob } from './job-runner';

/** What a transcription job works on, beside its recording. Fields are only ever added: older workers meet newer jobs. */
export interface TranscriptionInput {
  /** The engine's name for it. */
  language: string;
  timestamps: boolean;
  /** Where the transcript is to be anonymized before it is delivered. */
  anonymization?: { lang: string; choices: EntityType[]; style: ReplacementStyle };
}

/** Speech to text, and where it was asked for, the text without personal data. */
@Injectable()
export class TranscriptionRunner extends JobRunner {
  readonly type = 'transcription';

  constructor(
    private readonly audio: JobAudio,
    private readonly transcribe: TranscribeAudio,
    private readonly anonymize: AnonymizeTranscript,
  ) {
    super();
  }

  async run(job: RunningJob, { signal, onProgress }: RunContext): Promise<Record<string, unknown>> {
    const { language, timestamps, anonymization } = job.input as TranscriptionInput;
    const source = { open: () => this.audio.read(job.key) };
    const heard = await this.transcribe
      .execute({ source, language, timestamps, signal, onProgress })
      .catch(finalWhereHopeless);
    const { text, segments } = await this.anonymize.execute(heard, anonymization, job, signal);
    return { transcript: text, ...(timestamps && { segments: segments.map(inSeconds) }) };
  }
}

/** The recording is at fault: another run would end the same way. */
function finalWhereHopeless(error: unknown): never {
  if (error instanceof AudioRejected)
    throw new JobFailure('unsupported_audio', error.message, { cause: error });
  if (error instanceof NoWords) throw new JobFailure('no_words', error.message, { cause: error });
  throw error;
}

const inSeconds = ({ start, end, text }: Segment): Segment => ({ start, end, text });
