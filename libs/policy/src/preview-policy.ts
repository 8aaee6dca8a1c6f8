import { Injectable } from '@nestjs/common';
import { CHOICES, languageOf, type Language } from '@app/anonymization';
import type { Owner } from '@app/common';
import { CurrentPolicies } from './current-policies';
import { readPolicyDocument } from './document/read-policy-document';
import { FindHidden, type HiddenValue } from './find-hidden';
import { Policy } from './policy';

/** Returns what a policy hides in a text. */
export type FindByPolicy = (text: string, language: Language) => Promise<HiddenValue[]>;

interface Trial {
  /** The owner of the cached results. If absent, nothing is cached. */
  owner?: Pick<Owner, 'userId'>;
  signal?: AbortSignal | undefined;
}

/** Shows the effect of a policy on texts, for requests of `All` and no particular model. Stores neither. */
@Injectable()
export class PreviewPolicy {
  constructor(
    private readonly findHidden: FindHidden,
    private readonly policies: CurrentPolicies,
  ) {}

  /** @throws AppError `bad_request` that names each invalid field */
  async execute(
    { policy, text, lang }: { policy: unknown; text: string; lang: string },
    signal?: AbortSignal,
  ): Promise<HiddenValue[]> {
    return (await this.of(policy, { signal }))(text, languageOf(text, lang));
  }

  /**
   * Returns a function that tries the policy on a text.
   *
   * @throws AppError `bad_request` that names each invalid field
   */
  async of(policy: unknown, trial: Trial = {}): Promise<FindByPolicy> {
    return this.finder(await Policy.of(0, readPolicyDocument(policy), trial.signal), trial);
  }

  /** Returns a function that tries the policy in force on a text, and its version: 0 if none was ever set. */
  async inForce(organizationId: string, trial: Trial = {}): Promise<{ version: number; find: FindByPolicy }> {
    const policy = await this.policies.of(organizationId);
    return { version: policy.version, find: this.finder(policy, trial) };
  }

  private finder(policy: Policy, { owner, signal }: Trial): FindByPolicy {
    const rules = policy.rulesFor();
    return (text, language) =>
      this.findHidden.execute(
        { text, language, choices: CHOICES.all, rules, ...(owner && { owner }) },
        signal,
      );
  }
}
