import { Injectable } from '@nestjs/common';
import { CHOICES, languageOf, type Language } from '@app/anonymization';
import { readPolicyDocument } from './document/read-policy-document';
import { FindHidden, type HiddenValue } from './find-hidden';
import { Policy } from './policy';

/** Shows the effect of a policy on texts, for requests of `All` and no particular model. Stores neither. */
@Injectable()
export class PreviewPolicy {
  constructor(private readonly findHidden: FindHidden) {}

  /** @throws AppError `bad_request` that names each invalid field */
  async execute(
    { policy, text, lang }: { policy: unknown; text: string; lang: string },
    signal?: AbortSignal,
  ): Promise<HiddenValue[]> {
    return (await this.of(policy, signal))(text, languageOf(text, lang));
  }

  /**
   * Returns a function that tries the policy on a text.
   *
   * @throws AppError `bad_request` that names each invalid field
   */
  async of(
    policy: unknown,
    signal?: AbortSignal,
  ): Promise<(text: string, language: Language) => Promise<HiddenValue[]>> {
    const rules = (await Policy.of(0, readPolicyDocument(policy), signal)).rulesFor();
    return (text, language) =>
      this.findHidden.execute({ text, language, choices: CHOICES.all, rules }, signal);
  }
}
