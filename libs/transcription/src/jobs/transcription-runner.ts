import { Injectable } from '@nestjs/common';
import type { EntityType, ReplacementStyle } from '@app/anonymization';
import { AudioRejected, NoWords, TranscribeAudio, type Segment } from '@app/transcription';
import { JobAudio } from '../audio/job-audio';
import { AnonymizeTranscript } from './anonymize-transcript';
import { JobFailure, JobRunner, type RunContext, type RunningJob } from './job-runner';

/**
 * The stored input of a transcription job, in addition to its recording. Only add fields, because older workers read
 * newer jobs.
 */
export interface TranscriptionInput {
  /** The engine's name of the language. */
  language: string;
  timestamps: boolean;
  /** Set if the transcript is anonymized before it is delivered. */
  anonymization?: { lang: string; choices: EntityType[]; style: ReplacementStyle };
}

/** Transcribes speech and, if requested, hides personal data in the transcript. */
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

/** Converts an error of an invalid recording, which a retry would repeat, to a permanent failure. */
function finalWhereHopeless(error: unknown): never {
  if (error instanceof AudioRejected)
    throw new JobFailure('unsupported_audio', error.message, { cause: error });
  if (error instanceof NoWords) throw new JobFailure('no_words', error.message, { cause: error });
  throw error;
}

const inSeconds = ({ start, end, text }: Segment): Segment => ({ start, end, text });
