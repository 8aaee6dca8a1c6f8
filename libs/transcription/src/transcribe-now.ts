import { Inject, Injectable } from '@nestjs/common';
import { EntityTable, type EntityType, type ReplacementStyle } from '@app/anonymization';
import { CaseTables, type CaseRequest } from '@app/cases';
import { AppError, type Caller } from '@app/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { ReceiveUpload, type ReceivedUpload } from '@app/job-files';
import { acceptRules, CurrentPolicies } from '@app/policy';
import { PrivateModel } from '@app/private-model';
import { AnonymizeTranscript, type TableOfTranscript } from './anonymize-transcript';
import { SpeechLanguages } from './speech-languages';
import { TranscribeAudio, type Transcript } from './transcribe-audio';

const MOST_SECONDS = 600;
const BUSY_S = 10;

export interface SpokenInput {
  audio: ReceivedUpload;
  /** An ISO 639 code. */
  language: string;
  /** What to hide in the transcript; if absent, only what the policy requires. */
  anonymize?: { choices: readonly EntityType[]; named?: readonly EntityType[]; style: ReplacementStyle };
  /** Whether speakers are told apart. */
  speakers?: true;
  /** Whether the times of words are needed. */
  words?: boolean;
  /** The case that the transcript belongs to */
  inCase?: CaseRequest;
}

/** Transcribes a short recording while its caller waits. Only the call is recorded. */
@Injectable()
export class TranscribeNow {
  private underWay = 0;

  constructor(
    @Inject(transcriptionConfig.KEY)
    private readonly config: Pick<TranscriptionConfig, 'concurrency' | 'model'>,
    private readonly received: ReceiveUpload,
    private readonly languages: SpeechLanguages,
    private readonly transcribe: TranscribeAudio,
    private readonly policies: CurrentPolicies,
    private readonly anonymize: AnonymizeTranscript,
    private readonly privateModel: PrivateModel,
    private readonly cases: CaseTables,
  ) {}

  /**
   * @throws AppError `bad_request` if the recording is invalid or too long, or the policy blocks the transcript; `not_supported` if the
   * engine has no times of words;
   * `too_many_requests` at the concurrency limit
   */
  async execute(owner: Caller, input: SpokenInput, signal: AbortSignal): Promise<Transcript> {
    if (this.underWay >= this.config.concurrency)
      throw new AppError('too_many_requests', 'Other recordings are being transcribed; try again later', {
        retryAfterS: BUSY_S,
      });
    this.underWay += 1;
    try {
      return await this.recognize(owner, input, signal);
    } finally {
      this.underWay -= 1;
    }
  }

  private async recognize(
    owner: Caller,
    { audio, language: asked, anonymize, speakers, words = false, inCase }: SpokenInput,
    signal: AbortSignal,
  ): Promise<Transcript> {
    const language = await this.languages.parse(asked);
    if (words) await this.languages.checkFeatures(language, { words });
    const policy = await this.policies.of(owner.organizationId);
    const rules = acceptRules(policy.rulesFor(), anonymize ?? {});
    if (inCase) await this.cases.check(owner, inCase);
    const source = await this.received.open(audio, owner);
    const recognized = await this.privateModel.make(
      { owner, model: this.config.model ?? 'speech', hidden: {} },
      (signal) =>
        this.transcribe.execute({
          source,
          language,
          timestamps: true,
          mostSeconds: MOST_SECONDS,
          signal,
          ...(speakers && { speakers }),
          ...(words && { words }),
        }),
      signal,
    );
    const table: TableOfTranscript = {
      isOfCase: inCase !== undefined,
      hide: async (style, texts, hide) =>
        (await this.cases.hide(owner, inCase ?? EntityTable.create(style), texts, hide)).hidden,
    };
    return {
      ...recognized,
      ...(await this.anonymize.hideUnder(rules, recognized, anonymize, signal, table)),
    };
  }
}
