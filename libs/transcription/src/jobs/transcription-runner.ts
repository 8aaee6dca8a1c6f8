import { Injectable } from '@nestjs/common';
import { parseLanguage, type EntityType, type ReplacementStyle } from '@app/anonymization';
import { CaseOfJob } from '@app/anonymization-jobs';
import { AppError } from '@app/common';
import { JobUploads, ResultFiles } from '@app/job-files';
import { JobFailure, JobRunner, type RunContext, type RunningJob } from '@app/jobs';
import { AnonymizeTranscript } from '../anonymize-transcript';
import { AudioRejected } from '../audio/audio-source';
import { TooManyVoices } from '../speakers/voice-speakers';
import { BleepRecording } from '../bleeping/bleep-recording';
import { subtitles } from '../subtitles';
import {
  AudioTooLong,
  NoWords,
  TranscribeAudio,
  type SpeakersAsked,
  type Transcript,
} from '../transcribe-audio';
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
  anonymization?: { lang?: string; choices: EntityType[]; style: ReplacementStyle };
  /** The case that the transcript belongs to */
  caseId?: string;
  /** Whether the owner can restore the result while it is stored */
  restorable?: boolean;
  /** Whether speakers are told apart, or how many there are */
  speakers?: SpeakersAsked;
  /** Set if each of two channels is one speaker */
  channels?: 'split';
  /** Whether the times of words are delivered */
  words?: true;
  /** The form of the result; if absent, text */
  format?: ResultFormat;
  /** Words that the recording may contain */
  vocabulary?: string;
  /** Whether the result has the recording without the hidden values */
  bleep?: true;
  /** Whether the result has the names that speakers say of themselves */
  speakerNames?: true;
}

/** The forms of a result besides text: a subtitle file as the transcript, or segments. */
export const RESULT_FORMATS = ['text', 'srt', 'vtt', 'json'] as const;
export type ResultFormat = Exclude<(typeof RESULT_FORMATS)[number], 'text'>;

/** A day. A small file can expand to years of silence. */
const MOST_SECONDS = 24 * 60 * 60;

/** Transcribes speech and, if requested, hides personal data in the transcript. */
@Injectable()
export class TranscriptionRunner extends JobRunner {
  readonly type = 'transcription';

  constructor(
    private readonly uploads: JobUploads,
    private readonly results: ResultFiles,
    private readonly transcribe: TranscribeAudio,
    private readonly anonymize: AnonymizeTranscript,
    private readonly cases: CaseOfJob,
    private readonly bleeping: BleepRecording,
  ) {
    super();
  }

  async run(job: RunningJob, context: RunContext): Promise<Record<string, unknown>> {
    const { signal, onProgress, onIssued } = context;
    const input = job.input as TranscriptionInput;
    const { language, anonymization, caseId, restorable, speakers, channels, words, vocabulary } = input;
    const { organizationId, userId, policyVersion } = job;
    const owner = { organizationId, userId };
    await this.cases.check(owner, caseId);
    const source = { open: () => this.uploads.read(job.key) };
    const heard = await this.transcribe
      .execute({
        source,
        language,
        timestamps: input.timestamps || input.format !== undefined,
        signal,
        onProgress,
        ...(speakers !== undefined && { speakers }),
        splitChannels: channels === 'split',
        words: words || input.bleep,
        mostSeconds: MOST_SECONDS,
        ...(vocabulary !== undefined && { vocabulary }),
      })
      .catch(finalWhereHopeless);
    const {
      text,
      segments,
      names,
      hidden = [],
    } = await this.anonymize.execute(
      heard,
      anonymization && { ...anonymization, ...languageOf(heard, anonymization) },
      {
        ...owner,
        policyVersion,
        caseId,
        onIssued: restorable ? onIssued : undefined,
        namesSpeakers: input.speakerNames,
      },
      signal,
    );
    const result = delivered(input, { ...heard, text, segments }, names);
    if (!input.bleep) return result;
    const { seconds, speech = [] } = heard;
    const content = await this.bleeping.execute({
      source,
      hidden,
      speech,
      seconds,
      signal,
      language: heard.language ?? language,
    });
    const muted = { name: 'recording.wav', mediaType: 'audio/wav', content };
    return { ...(await this.results.add(job.key, muted, context)), ...result };
  }

  override ended({ id }: RunningJob): Promise<void> {
    return this.uploads.delete(id);
  }
}

/**
 * Returns the language in which values are hidden: the requested one, or the one that the engine recognized.
 *
 * @throws JobFailure if values cannot be hidden in it
 */
function languageOf({ language }: Transcript, { lang }: { lang?: string }): { lang?: string } {
  if (lang !== undefined) return { lang };
  if (language === undefined) return {};
  try {
    parseLanguage(language);
    return { lang: language };
  } catch (cause) {
    const message = 'Personal data cannot be hidden in the language of the recording';
    throw new JobFailure('not_supported', message, { cause });
  }
}

/** Returns the fields of the result. */
function delivered(
  { timestamps, speakers, channels, words, format }: TranscriptionInput,
  { text, segments, seconds, language }: Transcript,
  names?: Record<string, string>,
): Record<string, unknown> {
  const isSegmented =
    timestamps || speakers !== undefined || channels !== undefined || words || format === 'json';
  return {
    transcript: format === 'srt' || format === 'vtt' ? subtitles(segments, format, names) : text,
    ...(isSegmented && { segments: segments.map((segment) => segmentOf(segment, words ?? false)) }),
    ...(names && { speaker_names: names }),
    ...(format === 'json' && {
      duration: Math.round(seconds * 100) / 100,
      ...(language !== undefined && { language }),
    }),
  };
}

function segmentOf({ words, ...segment }: Segment, withWords: boolean): Segment {
  const whole = timed(segment);
  return withWords && words ? { ...whole, words: words.map(timed) } : whole;
}

const timed = ({ start, end, text, speaker, overlap }: Segment): Segment => ({
  start,
  end,
  text: text.trim(),
  ...(speaker !== undefined && { speaker }),
  ...(overlap && { overlap }),
});

/** Converts an error of an invalid recording, which a retry would repeat, to a permanent failure. */
function finalWhereHopeless(error: unknown): never {
  if (error instanceof AudioRejected)
    throw new JobFailure('unsupported_audio', error.message, { cause: error });
  if (error instanceof TooManyVoices || error instanceof AudioTooLong)
    throw new JobFailure('too_large', error.message, { cause: error });
  if (error instanceof AppError && error.code === 'not_supported')
    throw new JobFailure('not_supported', error.message, { cause: error });
  if (error instanceof NoWords) throw new JobFailure('no_words', error.message, { cause: error });
  throw error;
}
