import { Injectable } from '@nestjs/common';
import { CHOICES, type EntityType, type ReplacementStyle } from '@app/anonymization';
import { CaseTables } from '@app/cases';
import type { Caller } from '@app/common';
import type { Droppable, FormatName } from '@app/file-formats';
import { acceptRules, CurrentPolicies } from '@app/policy';
import { AnonymizeFile, type AnonymizedFile } from './anonymize-file';
import { HideFileTexts, type FileToHide } from './hide-file-texts';
import { namedLanguage } from './named-language';

export interface FileRequest {
  fileName: string;
  content: Buffer;
  /** If absent, it is guessed */
  lang?: string;
  /** The kinds to hide, as the request named them. If absent, the default of the organization's policy */
  choices?: readonly string[];
  /** Words to hide, and found values to leave unchanged */
  hide?: readonly string[];
  keep?: readonly string[];
  /** If absent, that of the case, or placeholders */
  style?: ReplacementStyle;
  drop?: readonly Droppable[];
  caseId?: string;
}

/** What would be hidden in a file. */
export interface FilePreview {
  format: FormatName;
  /** The texts with values, in the order of the file */
  texts: {
    part: string;
    text: string;
    /** Offsets in UTF-16 code units */
    found: { start: number; end: number; kind: EntityType }[];
  }[];
  /** The number of values in all texts */
  values: number;
  /** Whether there are more texts than are returned */
  isCut: boolean;
}

/** The limit for the texts of a preview, in UTF-16 code units. */
const MOST_SHOWN = 200_000;

/** Anonymizes files while their sender waits, under the policy in force. Nothing of them is stored outside a case. */
@Injectable()
export class OwnFiles {
  constructor(
    private readonly policies: CurrentPolicies,
    private readonly anonymizeFile: AnonymizeFile,
    private readonly hideFileTexts: HideFileTexts,
    private readonly cases: CaseTables,
  ) {}

  /** @throws AppError as {@link AnonymizeFile} does; `bad_request` for what the policy does not allow */
  async anonymize(caller: Caller, request: FileRequest, signal: AbortSignal): Promise<AnonymizedFile> {
    return this.anonymizeFile.execute(caller, await this.underPolicy(caller, request), signal);
  }

  /** Returns what would be hidden. Nothing is written, also not to the case. @throws AppError as `anonymize` does */
  async preview(caller: Caller, request: FileRequest, signal: AbortSignal): Promise<FilePreview> {
    const { caseId, style } = request;
    if (caseId !== undefined)
      await this.cases.check(caller, { caseId, field: 'case_id', ...(style && { style }) });
    const file = { ...(await this.underPolicy(caller, request)), from: 'placeholders' as const };
    const { format, units, hidden } = await this.hideFileTexts.execute(caller, file, signal);
    const texts: FilePreview['texts'] = [];
    let [values, length, isCut] = [0, 0, false];
    for (const [i, { part, text }] of units.entries()) {
      const found = hidden[i]!.detected.map(({ start, end, type }) => ({ start, end, kind: type }));
      values += found.length;
      if (found.length === 0) continue;
      length += text.length;
      if (length > MOST_SHOWN) isCut = true;
      else texts.push({ part, text, found });
    }
    return { format: format.name, texts, values, isCut };
  }

  private async underPolicy(
    { organizationId }: Caller,
    { fileName, content, lang, choices: asked = [], hide, keep, style, drop = [], caseId }: FileRequest,
  ): Promise<FileToHide> {
    const policy = await this.policies.of(organizationId);
    const { choices: chosen, named } = CHOICES.parse(asked)!;
    const words = { ...(hide && { hide }), ...(keep && { keep }) };
    const rules = acceptRules(policy.rulesFor(), { named, ...words });
    const choices = chosen.length > 0 ? chosen : policy.defaultKinds;
    const from = caseId === undefined ? (style ?? 'placeholders') : { caseId, ...(style && { style }) };
    const language = namedLanguage(lang);
    return { fileName, content, drop, rules, choices, from, ...(language && { language }) };
  }
}
