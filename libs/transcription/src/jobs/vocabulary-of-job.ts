import { Injectable } from '@nestjs/common';
import { EntityTable, languageOf, parseLanguage, type EntityType } from '@app/anonymization';
import { invalid } from '@app/common';
import { HideTexts } from '@app/hiding';
import type { Policy } from '@app/policy';
import { AUTO_LANGUAGE } from '../transcriber';

interface Hiding {
  /** As the request named it. */
  lang: string;
  choices: readonly EntityType[] | undefined;
  policy: Policy;
}

/** Checks the words that are sent to a speech server beside a recording. */
@Injectable()
export class VocabularyOfJob {
  constructor(private readonly hideTexts: HideTexts) {}

  /** @throws AppError `bad_request` if the words contain what the request or the policy hides */
  async check(vocabulary: string, { lang, choices = [], policy }: Hiding): Promise<void> {
    const language = supported(lang) ?? languageOf(vocabulary);
    const hiding = { choices, language, rules: policy.rulesFor() };
    const searched = await this.hideTexts.search([{ text: vocabulary, field: 'vocabulary' }], hiding);
    const [hidden] = await searched.hideBehind(EntityTable.create('placeholders'));
    if (hidden!.text !== vocabulary)
      throw invalid('vocabulary', 'must not contain personal data or terms that are hidden');
  }
}

function supported(lang: string) {
  if (lang === AUTO_LANGUAGE) return undefined;
  try {
    return parseLanguage(lang);
  } catch {
    return undefined;
  }
}
