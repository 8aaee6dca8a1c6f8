import { Injectable } from '@nestjs/common';
import {
  EntityTable,
  toEntityMap,
  type EntityType,
  type Language,
  type Replacement,
  type ReplacementStyle,
} from '@app/anonymization';
import type { Caller } from '@app/common';
import { AcceptCall, type CallRequest } from '@app/policy';
import { HideTexts } from './hide-texts';

/** Its model must be one that the caller may use; it is not called. */
export interface AnonymizeTextInput extends CallRequest {
  text: string;
  /** The request's field that brings it. */
  field: string;
  language: Language;
  style: ReplacementStyle;
}

export interface AnonymizeTextResult {
  text: string;
  anonymizedValues: EntityMap;
  /** `detectedValues.Names[i]` is what `anonymizedValues.Names[i]` replaced. */
  detectedValues: EntityMap;
}

/** Anonymizes one text with an entity table of its own, and keeps nothing (contract: Anonymizing and restoring). */
@Injectable()
export class AnonymizeText {
  constructor(
    private readonly hideTexts: HideTexts,
    private readonly acceptCall: AcceptCall,
  ) {}

  /** @throws AppError `bad_request` also where the text holds what the policy of the caller's organization blocks */
  async execute(
    caller: Caller,
    input: AnonymizeTextInput,
    signal: AbortSignal,
  ): Promise<AnonymizeTextResult> {
    const { text, field, language, style } = input;
    const { rules, hidden: choices } = await this.acceptCall.execute(caller, input, false);
    const searched = await this.hideTexts.search(
      [{ text, field }],
      { choices, language, rules, owner: caller },
      signal,
    );
    const [hidden] = await searched.hideBehind(EntityTable.create(style));
    return {
      text: hidden!.text,
      anonymizedValues: shownValues(hidden!.replacements),
      detectedValues: originalValues(hidden!.replacements),
    };
  }
}

/** The interface's entity map: values by type, and only types that have any. */
export type EntityMap = Partial<Record<EntityType, string[]>>;

/** Each replacement once, by first appearance. */
export const shownValues = (replacements: readonly Replacement[]): EntityMap =>
  toEntityMap(once(replacements).map(({ type, replacement }) => ({ type, value: replacement })));

/** What each of `shownValues` replaced, at the same place; what policy removed is not shown. */
export const originalValues = (replacements: readonly Replacement[]): EntityMap =>
  toEntityMap(
    once(replacements)
      .filter(({ removed }) => !removed)
      .map(({ type, original }) => ({ type, value: original })),
  );

/** What was removed comes last: it has a placeholder, and no original that may be shown. */
const once = (replacements: readonly Replacement[]): Replacement[] =>
  [...new Map(replacements.map((known) => [`${known.type} ${known.replacement}`, known])).values()].toSorted(
    (a, b) => Number(a.removed ?? false) - Number(b.removed ?? false),
  );
