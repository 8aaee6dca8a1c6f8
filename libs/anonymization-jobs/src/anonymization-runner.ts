import { Injectable } from '@nestjs/common';
import {
  anonymize,
  Detector,
  EntityTable,
  hiddenKinds,
  parseLanguage,
  type EntityType,
  type ReplacementStyle,
} from '@app/anonymization';
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
    private readonly detector: Detector,
    private readonly policies: CurrentPolicies,
  ) {
    super();
  }

  async run(
    { input, organizationId, policyVersion }: RunningJob,
    { signal }: RunContext,
  ): Promise<{ anonymized_text: string }> {
    const { text, lang, style, ...asked } = input as AnonymizationInput;
    const rules = (await this.policies.at(organizationId, policyVersion)).rulesFor();
    const choices = hiddenKinds(rules, asked.choices);
    const language = parseLanguage(lang);
    const [spans = []] = await this.detector
      .detect([text], language, signal, { kinds: choices })
      .catch(failWhereRefused);
    const table = EntityTable.create(style);
    const hiding = { text, spans, choices, language, rules, field: 'text' };
    const [anonymized] = await anonymize(table, [hiding], signal).catch(failWhereRefused);
    return { anonymized_text: anonymized!.text };
  }
}
