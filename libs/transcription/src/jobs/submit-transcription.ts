import { extname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { namedChoices, parseLanguage, type ReplacementStyle } from '@app/anonymization';
import { invalid, type Owner } from '@app/common';
import { CaseTables } from '@app/cases';
import { checkRestorable, readChoices, styleAsked } from '@app/anonymization-jobs';
import {
  AcceptJob,
  Arrivals,
  Idempotency,
  ResultAddress,
  type Acceptance,
  type IdempotentRequest,
  type ReceivedUpload,
  type ResultAddressRequest,
} from '@app/jobs';
import { acceptRules, CurrentPolicies } from '@app/policy';
import { SpeechLanguages } from '../speech-languages';
import type { TranscriptionInput } from './transcription-runner';

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
  idempotencyKey?: string;
}

const EXTENSIONS = ['.mp3', '.wav', '.m4a', '.ogg'];

/**
 * Checks the file name of a recording.
 *
 * @throws AppError `bad_request`
 */
export function checkAudioName(fileName: string): void {
  if (!EXTENSIONS.includes(extname(fileName).toLowerCase()))
    throw invalid('file', `must be named as one of ${EXTENSIONS.join(', ')}`);
}

/** Accepts a received recording for transcription. The result is delivered to the webhook or stored for polling. */
@Injectable()
export class SubmitTranscription {
  constructor(
    private readonly policies: CurrentPolicies,
    private readonly cases: CaseTables,
    private readonly languages: SpeechLanguages,
    private readonly address: ResultAddress,
    private readonly idempotency: Idempotency,
    private readonly accept: AcceptJob,
    private readonly arrivals: Arrivals,
  ) {}

  /**
   * If it throws, the caller discards the recording.
   *
   * @throws AppError that names the invalid field and what is expected; `unavailable` if there is no engine
   */
  async execute(request: TranscriptionRequest): Promise<Acceptance> {
    const { audio, fileName, lang } = request;
    checkAudioName(fileName);
    if (audio.bytes === 0) throw invalid('file', 'must not be empty');
    const choices = request.choices && readChoices(request.choices);
    if (choices) parseLanguage(lang);
    const policy = await this.policies.of(request.owner.organizationId);
    acceptRules(policy.rulesFor(), { named: namedChoices(request.choices ?? []) });
    await this.address.check(request);
    const { caseId, restorable = false } = request;
    checkRestorable(restorable, caseId);
    const style = await this.styleOf(request);
    const language = await this.languages.parse(lang);
    const input: TranscriptionInput = {
      language,
      timestamps: request.timestamps ?? false,
      ...(choices && { anonymization: { lang, choices, style } }),
      ...(caseId !== undefined && { caseId }),
      ...(restorable && { restorable }),
    };
    const acceptance = await this.acceptOnce(request, input, policy.version);
    if (acceptance.replayed) await this.arrivals.discard(audio.jobId);
    return acceptance;
  }

  /** @throws AppError `bad_request` unless the owner may use the case; `style_conflict` */
  private async styleOf({ owner, anonymized, caseId }: TranscriptionRequest): Promise<ReplacementStyle> {
    const style = styleAsked(anonymized);
    if (caseId === undefined) return style ?? 'placeholders';
    return this.cases.check(owner, { caseId, ...(style && { style }) });
  }

  private async acceptOnce(
    request: TranscriptionRequest,
    input: TranscriptionInput,
    policyVersion: number,
  ): Promise<Acceptance> {
    const { owner, audio } = request;
    const webhookUrl = this.address.read(request);
    const idempotent = idempotentRequest(request, input, webhookUrl);
    const earlier = idempotent && (await this.idempotency.find(idempotent));
    if (earlier) return { jobId: earlier, replayed: true };
    return this.accept.execute({
      stored: { id: audio.jobId, claim: (tx) => this.arrivals.claim(tx, audio.jobId) },
      owner,
      type: 'transcription',
      input,
      isNewer: input.caseId !== undefined || input.restorable === true,
      webhookUrl,
      policyVersion,
      ...(idempotent && { idempotent }),
    });
  }
}

function idempotentRequest(
  { owner, audio, fileName, idempotencyKey }: TranscriptionRequest,
  input: TranscriptionInput,
  webhookUrl: string,
): IdempotentRequest | undefined {
  if (idempotencyKey === undefined) return undefined;
  const { language, timestamps, anonymization, caseId, restorable } = input;
  const fields = [
    audio.digest,
    extname(fileName),
    language,
    timestamps,
    anonymization ?? null,
    webhookUrl,
    ...(caseId === undefined ? [] : [{ caseId }]),
    ...(restorable ? [{ restorable }] : []),
  ];
  return { owner, type: 'transcription', key: idempotencyKey, fields };
}
