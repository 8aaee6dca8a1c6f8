import { Inject, Injectable } from '@nestjs/common';
import { BASIC_TYPES, namedChoices, parseLanguage } from '@app/anonymization';
import { AppError, invalid, type Owner } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { AcceptJob, Idempotency, ResultAddress, type Acceptance, type ResultAddressRequest } from '@app/jobs';
import { acceptRules, CurrentPolicies } from '@app/policy';
import type { AnonymizationInput } from './anonymization-runner';
import { readChoices } from './read-choices';

export interface AnonymizationRequest extends ResultAddressRequest {
  owner: Owner;
  text: string;
  lang: string;
  /** If absent, the default of the organization's policy. */
  choices?: readonly string[];
  /** Surrogates instead of placeholders. */
  anonymized?: boolean;
  idempotencyKey?: string;
}

/** Accepts a text for anonymization. The result is delivered to the webhook or stored for polling. */
@Injectable()
export class SubmitAnonymization {
  constructor(
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly policies: CurrentPolicies,
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
    const { choices: asked, ...input } = this.read(request);
    const given = { ...(delivery && { delivery }), ...(url !== undefined && { webhookUrl: url }) };
    const webhookUrl = this.address.read(given);
    const type = 'anonymization' as const;
    const { text, lang, style } = input;
    const idempotent = idempotencyKey !== undefined && {
      owner,
      type,
      key: idempotencyKey,
      // Earlier versions stored this for requests without kinds, so a key from before an upgrade stays valid.
      fields: [text, lang, asked ?? [...BASIC_TYPES], style, webhookUrl],
    };
    const earlier = idempotent && (await this.idempotency.find(idempotent));
    if (earlier) return { jobId: earlier, replayed: true };
    const policy = await this.policies.of(owner.organizationId);
    acceptRules(policy.rulesFor(), { named: namedChoices(request.choices ?? []) });
    await this.address.check(given);
    const policyVersion = policy.version;
    return this.accept.execute({
      owner,
      type,
      input: { ...input, choices: asked ?? [...policy.defaultKinds] } satisfies AnonymizationInput,
      webhookUrl,
      policyVersion,
      ...(idempotent && { idempotent }),
    });
  }

  private read(request: Pick<AnonymizationRequest, 'text' | 'lang' | 'choices' | 'anonymized'>) {
    const { text, lang, choices, anonymized = false } = request;
    const { maxTextBytes } = this.config;
    if (Buffer.byteLength(text) > maxTextBytes)
      throw new AppError('too_large', `text is too large: at most ${maxTextBytes} bytes are accepted`);
    if (!text.trim()) throw invalid('text', 'must not be empty or blank');
    parseLanguage(lang);
    return {
      text,
      lang,
      choices: choices && readChoices(choices),
      style: anonymized ? ('surrogates' as const) : ('placeholders' as const),
    };
  }
}
