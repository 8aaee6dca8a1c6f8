import { Injectable } from '@nestjs/common';
import { EntityTable, parseLanguage, type EntityType, type ReplacementStyle } from '@app/anonymization';
import { HideTexts } from '@app/hiding';
import { JobRunner, type RunContext, type RunningJob } from '@app/jobs';
import { CurrentPolicies } from '@app/policy';
import { failWhereRefused } from './fail-where-refused';

/** The stored input of an anonymization job. Only add fields, because older workers read newer jobs. */
export interface AnonymizationInput {
  text: string;
  lang: string;
  choices: EntityType[];
  style: ReplacementStyle;
}

/**
 * Replaces personal data in a text, with an entity table that exists only during the job
 * (contract: Anonymizing and restoring).
 */
@Injectable()
export class AnonymizationRunner extends JobRunner {
  readonly type = 'anonymization';

  constructor(
    private readonly hideTexts: HideTexts,
    private readonly policies: CurrentPolicies,
  ) {
    super();
  }

  async run(
    { input, organizationId, policyVersion }: RunningJob,
    { signal }: RunContext,
  ): Promise<{ anonymized_text: string }> {
    const { text, lang, style, choices } = input as AnonymizationInput;
    const rules = (await this.policies.at(organizationId, policyVersion)).rulesFor();
    const asked = { choices, language: parseLanguage(lang), rules };
    const [anonymized] = await this.hideTexts
      .search([{ text, field: 'text' }], asked, signal)
      .then((searched) => searched.hideBehind(EntityTable.create(style)))
      .catch(failWhereRefused);
    return { anonymized_text: anonymized!.text };
  }
}
