import { Inject, Injectable } from '@nestjs/common';
import { BASIC_TYPES, CHOICES, type EntityType, languageOf, type ReplacementStyle } from '@app/anonymization';
import { CaseTables } from '@app/cases';
import { AppError, invalid, type Owner } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { type Acceptance, AcceptJob, Idempotency, ResultAddress, type ResultAddressRequest } from '@app/jobs';
import { acceptRules, CurrentPolicies, type Policy } from '@app/policy';
import type { AnonymizationInput } from './anonymization-runner';

/** What a job's request says about hiding. */
interface HidingRequest {
  owner: Owner;
  /** As the request named them */
  choices?: readonly string[];
  /** If absent, that of the case, or placeholders */
  style?: ReplacementStyle;
  caseId?: string;
}

/** Checks how a job hides values, against the policy in force and its case. */
@Injectable()
export class HidingOfJob {
  constructor(
    private readonly policies: CurrentPolicies,
    private readonly cases: CaseTables,
  ) {}

  /**
   * @returns the policy that the job is accepted under, and the style of its replacements
   * @throws AppError `bad_request` for what the policy does not allow, or unless the owner may use the case; `style_conflict`
   */
  async accept({ owner, choices = [], style, caseId }: HidingRequest): Promise<{
    policy: Policy;
    style: ReplacementStyle;
  }> {
    const policy = await this.policies.of(owner.organizationId);
    acceptRules(policy.rulesFor(), { named: CHOICES.parse(choices)?.named ?? [] });
    const ofCase = caseId !== undefined && { caseId, ...(style && { style }) };
    return { policy, style: ofCase ? await this.cases.check(owner, ofCase) : (style ?? 'placeholders') };
  }
}

export interface AnonymizationRequest extends ResultAddressRequest {
  owner: Owner;
  text: string;
  lang: string;
  /** If absent, the default of the organization's policy. */
  choices?: readonly string[];
  /** Surrogates instead of placeholders. */
  anonymized?: boolean;
  /** The case that the text belongs to. Its style applies unless the request names one */
  caseId?: string;
  /** Whether the owner can restore the result while it is stored. Not in a case, which restores it itself */
  restorable?: boolean;
  idempotencyKey?: string;
}

/** Accepts a text for anonymization. The result is delivered to the webhook or stored for polling. */
@Injectable()
export class SubmitAnonymization {
  constructor(
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly hiding: HidingOfJob,
    private readonly address: ResultAddress,
    private readonly idempotency: Idempotency,
    private readonly accept: AcceptJob,
  ) {}

  /** @throws AppError that names the invalid field and what is expected */
  async execute({
    owner,
    delivery,
    webhookUrl: url,
    idempotencyKey,
    ...request
  }: AnonymizationRequest): Promise<Acceptance> {
    const { choices: asked, ...read } = this.read(request);
    const given = { ...(delivery && { delivery }), ...(url !== undefined && { webhookUrl: url }) };
    const webhookUrl = this.address.read(given);
    const type = 'anonymization' as const;
    const { caseId, restorable = false } = request;
    checkRestorable(restorable, caseId);
    const { text, lang, isAuto } = read;
    const idempotent = idempotencyKey !== undefined && {
      owner,
      type,
      key: idempotencyKey,
      // Earlier versions stored this for requests without kinds, so a key from before an upgrade stays valid.
      fields: [
        text,
        lang,
        asked ?? [...BASIC_TYPES],
        read.style ?? 'placeholders',
        webhookUrl,
        ...(caseId === undefined ? [] : [{ caseId }]),
        ...(restorable ? [{ restorable }] : []),
      ],
    };
    const earlier = idempotent && (await this.idempotency.find(idempotent));
    if (earlier) return { jobId: earlier, replayed: true };
    const { policy, style } = await this.hiding.accept({
      owner,
      ...(request.choices && { choices: request.choices }),
      ...(read.style && { style: read.style }),
      ...(caseId !== undefined && { caseId }),
    });
    await this.address.check(given);
    const input = {
      text,
      lang,
      style,
      ...(caseId !== undefined && { caseId }),
      ...(restorable && { restorable }),
    };
    const policyVersion = policy.version;
    return this.accept.execute({
      owner,
      type,
      input: { ...input, choices: asked ?? [...policy.defaultKinds] } satisfies AnonymizationInput,
      isNewer: caseId !== undefined || restorable || isAuto,
      webhookUrl,
      policyVersion,
      ...(idempotent && { idempotent }),
    });
  }

  private read(request: Pick<AnonymizationRequest, 'text' | 'lang' | 'choices' | 'anonymized'>) {
    const { text, lang, choices, anonymized } = request;
    const { maxTextBytes } = this.config;
    if (Buffer.byteLength(text) > maxTextBytes)
      throw new AppError('too_large', `text is too large: at most ${maxTextBytes} bytes are accepted`);
    if (!text.trim()) throw invalid('text', 'must not be empty or blank');
    const { isGuessed = false } = languageOf(text, lang);
    return {
      text,
      lang,
      isAuto: isGuessed,
      choices: choices && readChoices(choices),
      style: styleAsked(anonymized),
    };
  }
}

/** Returns the style that a request asks for; undefined if it names none. */
export const styleAsked = (anonymized: boolean | undefined): ReplacementStyle | undefined =>
  anonymized === undefined ? undefined : anonymized ? 'surrogates' : 'placeholders';

/** @throws AppError `bad_request` if a choice is unknown or there are none */
export function readChoices(choices: readonly string[]): EntityType[] {
  const parsed = CHOICES.parse(choices);
  if (!parsed?.choices.length)
    throw invalid('choices', `must name at least one of ${CHOICES.listed.join(', ')}`);
  return parsed.choices;
}

/** @throws AppError `bad_request` for a job in a case: a value that the case forgets must not be restored by the job */
export function checkRestorable(restorable: boolean, caseId: string | undefined): void {
  if (restorable && caseId !== undefined)
    throw invalid('restorable', 'must be absent if case_id is given: the case restores its values');
}
