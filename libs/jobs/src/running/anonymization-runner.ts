import { Injectable } from '@nestjs/common';
import {
  anonymizeInSlices,
  Detector,
  EntityTable,
  parseLanguage,
  type EntityType,
  type ReplacementStyle,
} from '@app/anonymization';
import { JobRunner, type RunContext, type RunningJob } from './job-runner';

/** What an anonymization job works on. Fields are only ever added: older workers meet newer jobs. */
export interface AnonymizationInput {
  text: string;
  lang: string;
  choices: EntityType[];
  style: ReplacementStyle;
}

/** Replaces personal data in a text, with an entity table that lives as long as the job (contract: Anonymizing and restoring). */
@Injectable()
export class AnonymizationRunner extends JobRunner {
  readonly type = 'anonymization';

  constructor(private readonly detector: Detector) {
    super();
  }

  async run({ input }: RunningJob, { signal }: RunContext): Promise<{ anonymized_text: string }> {
    const { text, lang, choices, style } = input as AnonymizationInput;
    const language = parseLanguage(lang);
    const [spans = []] = await this.detector.detect([text], language, signal);
    const table = EntityTable.create(style);
    const [anonymized] = await anonymizeInSlices(table, [{ text, spans, choices, language }]);
    return { anonymized_text: anonymized!.text };
  }
}
