import { Injectable } from '@nestjs/common';
import { parseChoices, parseLanguage } from '@app/anonymization';
import { readPolicyDocument } from './document/read-policy-document';
import { FindHidden, type HiddenValue } from './find-hidden';
import { Policy } from './policy';

/** What a policy would do to a text, in a request that asks for `All` of no model in particular; neither is kept. */
@Injectable()
export class PreviewPolicy {
  constructor(private readonly findHidden: FindHidden) {}

  /** @throws AppError `bad_request` that names each field at fault */
  execute(
    { policy, text, lang }: { policy: unknown; text: string; lang: string },
    signal?: AbortSignal,
  ): Promise<HiddenValue[]> {
    const rules = new Policy(0, readPolicyDocument(policy)).rulesFor();
    const choices = parseChoices(['All']) ?? [];
    return this.findHidden.execute({ text, language: parseLanguage(lang), choices, rules }, signal);
  }
}
