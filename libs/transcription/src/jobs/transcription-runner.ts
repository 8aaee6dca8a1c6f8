import { Injectable } from '@nestjs/common';
import type { EntityType, ReplacementStyle } from '@app/anonymization';
import { CaseOfJob } from '@app/anonymization-jobs';
import { JobFailure, JobRunner, JobUploads, type RunContext, type RunningJob } from '@app/jobs';
import { AnonymizeTranscript } from '../anonymize-transcript';
import { AudioRejected } from '../audio/audio-source';
import { TooManyVoices } from '../speakers/voice-speakers';
import { NoWords, TranscribeAudio, type SpeakersAsked } from '../transcribe-audio';
import type { Segment } from '../transcriber';

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
  /** The case that the transcript belongs to */
  caseId?: string;
  /** Whether the owner can restore the result while it is stored */
  restorable?: boolean;
  /** Whether speakers are told apart, or how many there are */
  speakers?: SpeakersAsked;
  /** Set if each of two channels is one speaker */
  channels?: 'split';
}

/** Transcribes speech and, if requested, hides personal data in the transcript. */
@Injectable()
export class TranscriptionRunner extends JobRunner {
  readonly type = 'transcription';

  constructor(
    private readonly uploads: JobUploads,
    private readonly transcribe: TranscribeAudio,
    private readonly anonymize: AnonymizeTranscript,
    private readonly cases: CaseOfJob,
  ) {
    super();
  }

  async run(job: RunningJob, { signal, onProgress, onIssued }: RunContext): Promise<Record<string, unknown>> {
    const input = job.input as TranscriptionInput;
    const { language, timestamps, anonymization, caseId, restorable, speakers, channels } = input;
    const { organizationId, userId, policyVersion } = job;
    const owner = { organizationId, userId };
    await this.cases.check(owner, caseId);
    const source = { open: () => this.uploads.read(job.key) };
    const heard = await this.transcribe
      .execute({
        source,
        language,
        timestamps,
        signal,
        onProgress,
        ...(speakers !== undefined && { speakers }),
        splitChannels: channels === 'split',
      })
      .catch(finalWhereHopeless);
    const { text, segments } = await this.anonymize.execute(
      heard,
      anonymization,
      { ...owner, policyVersion, caseId, onIssued: restorable ? onIssued : undefined },
      signal,
    );
    const isSegmented = timestamps || speakers !== undefined || channels !== undefined;
    return { transcript: text, ...(isSegmented && { segments: segments.map(delivered) }) };
  }
}

/** Converts an error of an invalid recording, which a retry would repeat, to a permanent failure. */
function finalWhereHopeless(error: unknown): never {
  if (error instanceof AudioRejected)
    throw new JobFailure('unsupported_audio', error.message, { cause: error });
  if (error instanceof TooManyVoices) throw new JobFailure('too_large', error.message, { cause: error });
  if (error instanceof NoWords) throw new JobFailure('no_words', error.message, { cause: error });
  throw error;
}

const delivered = ({ start, end, text, speaker, overlap }: Segment): Segment => ({
  start,
  end,
  text,
  ...(speaker !== undefined && { speaker }),
  ...(overlap && { overlap }),
});
