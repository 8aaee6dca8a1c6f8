import { Injectable } from '@nestjs/common';
import { parseChoices, parseLanguage } from '@app/anonymization';
import { readPolicyDocument } from './document/read-policy-document';
import { FindHidden, type HiddenValue } from './find-hidden';
import { Policy } from './policy';

/** Shows the effect of a policy on a text, for a request of `All` and no particular model. Stores neither. */
@Injectable()
export class PreviewPolicy {
  constructor(private readonly findHidden: FindHidden) {}

  /** @throws AppError `bad_request` that names each invalid field */
  async execute(
    { policy, text, lang }: { policy: unknown; text: string; lang: string },
    signal?: AbortSignal,
  ): Promise<HiddenValue[]> {
    const rules = (await Policy.of(0, readPolicyDocument(policy), signal)).rulesFor();
    const choices = parseChoices(['All']) ?? [];
    return this.findHidden.execute({ text, language: parseLanguage(lang), choices, rules }, signal);
  }
}
