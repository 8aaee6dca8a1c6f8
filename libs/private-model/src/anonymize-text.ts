import { Injectable } from '@nestjs/common';
import { ENTITY_TYPES, EntityTable, type Language, type ReplacementStyle } from '@app/anonymization';
import { CaseTables, type CaseRequest } from '@app/cases';
import type { Caller } from '@app/common';
import { HideTexts, originalValues, shownValues, type EntityMap } from '@app/hiding';
import { AcceptCall, type CallRequest } from '@app/policy';

/** A text to anonymize. */
export interface AnonymizeTextInput extends Omit<CallRequest, 'model'> {
  /** A model that the caller may use; it is not called. If absent, the text is for no particular model */
  model?: unknown;
  text: string;
  /** The field of the request that contains it. */
  field: string;
  language: Language;
  style: ReplacementStyle;
  /** The case that the text belongs to, or the table of earlier texts, which grows. If absent, a new table */
  from?: Pick<CaseRequest, 'caseId' | 'style'> | EntityTable;
}

export interface AnonymizeTextResult {
  text: string;
  anonymizedValues: EntityMap;
  /** `detectedValues.Names[i]` is the original of `anonymizedValues.Names[i]`. */
  detectedValues: EntityMap;
}

/**
 * Anonymizes one text with a new entity table, and stores nothing; or with the table of a case, which grows
 * (contract: Anonymizing and restoring, Cases).
 */
@Injectable()
export class AnonymizeText {
  constructor(
    private readonly hideTexts: HideTexts,
    private readonly acceptCall: AcceptCall,
    private readonly cases: CaseTables,
  ) {}

  /** @throws AppError `bad_request`, also if the text contains what the policy of the caller's organization blocks */
  async execute(
    caller: Caller,
    input: AnonymizeTextInput,
    signal: AbortSignal,
  ): Promise<AnonymizeTextResult> {
    const { text, field, language, style, from } = input;
    const { model, ...asked } = input;
    const { rules, hidden: choices } =
      model === undefined
        ? await this.acceptCall.ofText(caller, asked)
        : await this.acceptCall.execute(caller, { model, ...asked }, false);
    const searched = await this.hideTexts.search(
      [{ text, field }],
      { choices, known: mayHaveValues(from) ? ENTITY_TYPES : [], language, rules, owner: caller },
      signal,
    );
    const {
      hidden: [hidden],
    } = await this.cases.hide(caller, from ?? EntityTable.create(style), searched.texts, searched.hideBehind);
    return {
      text: hidden!.text,
      anonymizedValues: shownValues(hidden!.replacements),
      detectedValues: originalValues(hidden!.replacements),
    };
  }
}

/** Returns whether a table may have values, which may be written differently in another text. */
const mayHaveValues = (from: AnonymizeTextInput['from']): boolean =>
  from instanceof EntityTable ? from.entities.length > 0 : from !== undefined;
