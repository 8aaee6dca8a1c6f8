import { extname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { parseLanguage } from '@app/anonymization';
import { invalid, type Owner } from '@app/common';
import { checkRestorable, HidingOfJob, readChoices, styleAsked } from '@app/anonymization-jobs';
import { AcceptUpload, checkNotEmpty, type ReceivedUpload } from '@app/job-files';
import { ResultAddress, type Acceptance, type IdempotentRequest, type ResultAddressRequest } from '@app/jobs';
import { SpeechLanguages } from '../speech-languages';
import { AUTO_LANGUAGE } from '../transcriber';
import type { ResultFormat, TranscriptionInput } from './transcription-runner';
import { VocabularyOfJob } from './vocabulary-of-job';

export interface TranscriptionRequest extends ResultAddressRequest {
  owner: Owner;
  audio: ReceivedUpload;
  fileName: string;
  lang: string;
  /** If absent, the transcript is delivered unchanged. */
  choices?: readonly string[];
  /** Surrogates instead of placeholders. */
  anonymized?: boolean;
  /** The case that the transcript belongs to. Its style applies unless the request names one */
  caseId?: string;
  /** Whether the owner can restore the result while it is stored. Not in a case, which restores it itself */
  restorable?: boolean;
  timestamps?: boolean;
  /** Whether speakers are told apart, or how many there are. */
  speakers?: boolean | number;
  /** Whether each of two channels is one speaker. */
  channels?: 'split';
  /** Whether the times of words are delivered. */
  words?: boolean;
  /** The form of the result. */
  format?: ResultFormat | 'text';
  /** Words that the recording may contain. */
  vocabulary?: string;
  /** Whether the result has the recording without the hidden values. */
  bleep?: boolean;
  /** Whether the result has the names that speakers say of themselves. */
  speakerNames?: boolean;
  idempotencyKey?: string;
}

/** The accepted extensions. The content determines the format, never the name. */
export const AUDIO_EXTENSIONS: readonly string[] =
  '.mp3 .wav .m4a .ogg .flac .aac .opus .webm .mp4 .mov .mkv .amr .wma .aiff'.split(' ');

/**
 * Checks the file name of a recording.
 *
 * @throws AppError `bad_request`
 */
export function checkAudioName(fileName: string): void {
  if (!AUDIO_EXTENSIONS.includes(extname(fileName).toLowerCase()))
    throw invalid('file', `must be named as one of ${AUDIO_EXTENSIONS.join(', ')}`);
}

/** Accepts a received recording for transcription. The result is delivered to the webhook or stored for polling. */
@Injectable()
export class SubmitTranscription {
  constructor(
    private readonly hiding: HidingOfJob,
    private readonly languages: SpeechLanguages,
    private readonly address: ResultAddress,
    private readonly uploads: AcceptUpload,
    private readonly vocabulary: VocabularyOfJob,
  ) {}

  /**
   * If it throws, the caller discards the recording.
   *
   * @throws AppError that names the invalid field and what is expected; `unavailable` if there is no engine
   */
  async execute(request: TranscriptionRequest): Promise<Acceptance> {
    const { owner, audio, fileName, lang } = request;
    checkAudioName(fileName);
    checkNotEmpty(audio);
    const choices = request.choices && readChoices(request.choices);
    const { caseId, restorable = false, speakerNames } = request;
    if ((choices || speakerNames) && lang !== AUTO_LANGUAGE) parseLanguage(lang);
    checkRestorable(restorable, caseId);
    await this.address.check(request);
    const asked = styleAsked(request.anonymized);
    const { policy, style } = await this.hiding.accept({ ...request, ...(asked && { style: asked }) });
    const language = await this.languages.parse(lang);
    const { words, vocabulary, bleep } = request;
    if (bleep && !choices) throw invalid('bleep', 'needs choices: the kinds that are muted');
    await this.languages.checkFeatures(language, {
      words: words || bleep,
      vocabulary: vocabulary !== undefined,
    });
    if (vocabulary !== undefined) await this.vocabulary.check(vocabulary, { lang, choices, policy });
    const input: TranscriptionInput = {
      language,
      timestamps: request.timestamps ?? false,
      ...(choices && {
        anonymization: { ...(lang !== AUTO_LANGUAGE && { lang }), choices, style },
      }),
      ...(caseId !== undefined && { caseId }),
      ...(restorable && { restorable }),
      ...speakersAsked(request),
      ...(speakerNames && { speakerNames }),
      ...(words && { words }),
      ...(request.format !== undefined && request.format !== 'text' && { format: request.format }),
      ...(vocabulary !== undefined && { vocabulary }),
      ...(bleep && { bleep }),
    };
    const webhookUrl = this.address.read(request);
    const idempotent = idempotentRequest(request, input, webhookUrl);
    const earlier = await this.uploads.replay(audio, idempotent);
    if (earlier) return earlier;
    return this.uploads.execute(audio, {
      owner,
      type: 'transcription',
      input,
      isNewer: language === AUTO_LANGUAGE || NEWER.some((field) => input[field] !== undefined),
      webhookUrl,
      policyVersion: policy.version,
      ...(idempotent && { idempotent }),
    });
  }
}

/** The fields that an earlier version would ignore. */
const NEWER = [
  'caseId',
  'restorable',
  'speakers',
  'channels',
  'words',
  'format',
  'vocabulary',
  'bleep',
  'speakerNames',
] as const;

/** @throws AppError `bad_request` if the number of speakers contradicts the channels, or there are names without speakers */
function speakersAsked({
  speakers = false,
  channels,
  speakerNames,
}: Pick<TranscriptionRequest, 'speakers' | 'channels' | 'speakerNames'>): Pick<
  TranscriptionInput,
  'speakers' | 'channels'
> {
  if (speakerNames && speakers === false && channels === undefined)
    throw invalid('speaker_names', 'needs speakers or channels');
  if (channels === undefined) return speakers === false ? {} : { speakers };
  if (typeof speakers === 'number' && speakers !== 2)
    throw invalid('speakers', 'must be 2 or absent with channels=split: each channel is one speaker');
  return { channels };
}

function idempotentRequest(
  { owner, audio, fileName, idempotencyKey }: TranscriptionRequest,
  input: TranscriptionInput,
  webhookUrl: string,
): IdempotentRequest | undefined {
  if (idempotencyKey === undefined) return undefined;
  const { language, timestamps, anonymization } = input;
  // A field that an earlier version did not know counts only if it is given, so that a repetition is recognized.
  const newer = NEWER.flatMap((field) => (input[field] === undefined ? [] : [{ [field]: input[field] }]));
  const fields = [
    audio.digest,
    extname(fileName),
    language,
    timestamps,
    anonymization ?? null,
    webhookUrl,
    ...newer,
  ];
  return { owner, type: 'transcription', key: idempotencyKey, fields };
}
