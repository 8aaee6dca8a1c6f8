import { Injectable } from '@nestjs/common';
import { ENTITY_TYPES, languageOf, type EntityType, type ReplacementStyle } from '@app/anonymization';
import { HideTexts } from '@app/hiding';
import { JobRunner, type RunContext, type RunningJob } from '@app/jobs';
import { CurrentPolicies } from '@app/policy';
import { CaseOfJob } from './case-of-job';
import { failWhereRefused } from './fail-where-refused';

/** The stored input of an anonymization job. Only add fields, because older workers read newer jobs. */
export interface AnonymizationInput {
  text: string;
  lang: string;
  choices: EntityType[];
  style: ReplacementStyle;
  /** The case that the text belongs to */
  caseId?: string;
  /** Whether the owner can restore the result while it is stored */
  restorable?: boolean;
}

/**
 * Replaces personal data in a text, with an entity table that exists only during the job, or with the table of a case
 * (contract: Anonymizing and restoring, Cases).
 */
@Injectable()
export class AnonymizationRunner extends JobRunner {
  readonly type = 'anonymization';

  constructor(
    private readonly hideTexts: HideTexts,
    private readonly policies: CurrentPolicies,
    private readonly cases: CaseOfJob,
  ) {
    super();
  }

  async run(
    { input, organizationId, userId, policyVersion }: RunningJob,
    { signal, onIssued }: RunContext,
  ): Promise<{ anonymized_text: string }> {
    const { text, lang, style, choices, caseId, restorable } = input as AnonymizationInput;
    const owner = { organizationId, userId };
    await this.cases.check(owner, caseId);
    const rules = (await this.policies.at(organizationId, policyVersion)).rulesFor();
    const known = caseId === undefined ? [] : ENTITY_TYPES;
    const asked = { choices, known, language: languageOf(text, lang), rules };
    const [anonymized] = await this.hideTexts
      .search([{ text, field: 'text' }], asked, signal)
      .then(({ texts, hideBehind }) =>
        this.cases.hide(
          owner,
          { style, caseId, onIssued: restorable ? onIssued : undefined },
          texts,
          hideBehind,
        ),
      )
      .catch(failWhereRefused);
    return { anonymized_text: anonymized!.text };
  }
}
