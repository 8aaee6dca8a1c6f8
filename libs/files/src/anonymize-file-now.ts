import { Injectable } from '@nestjs/common';
import { namedChoices, parseChoices, parseLanguage, type ReplacementStyle } from '@app/anonymization';
import type { Caller } from '@app/common';
import type { Droppable } from '@app/file-formats';
import { acceptRules, CurrentPolicies } from '@app/policy';
import { AnonymizeFile, type AnonymizedFile } from './anonymize-file';

export interface FileRequest {
  fileName: string;
  content: Buffer;
  /** If absent, it is guessed */
  lang?: string;
  /** The kinds to hide, as the request named them. If absent, the default of the organization's policy */
  choices?: readonly string[];
  /** If absent, that of the case, or placeholders */
  style?: ReplacementStyle;
  drop?: readonly Droppable[];
  caseId?: string;
}

/** Anonymizes a file while its sender waits, under the policy in force. Nothing of it is stored outside a case. */
@Injectable()
export class AnonymizeFileNow {
  constructor(
    private readonly policies: CurrentPolicies,
    private readonly anonymizeFile: AnonymizeFile,
  ) {}

  /** @throws AppError as {@link AnonymizeFile} does; `bad_request` for a kind that the policy leaves out */
  async execute(
    caller: Caller,
    { fileName, content, lang, choices: asked = [], style, drop = [], caseId }: FileRequest,
    signal: AbortSignal,
  ): Promise<AnonymizedFile> {
    const policy = await this.policies.of(caller.organizationId);
    const rules = acceptRules(policy.rulesFor(), { named: namedChoices(asked) });
    const choices = asked.length > 0 ? parseChoices(asked)! : policy.defaultKinds;
    const from = caseId === undefined ? (style ?? 'placeholders') : { caseId, ...(style && { style }) };
    return this.anonymizeFile.execute(
      caller,
      { fileName, content, drop, rules, choices, from, ...(lang && { language: parseLanguage(lang) }) },
      signal,
    );
  }
}
