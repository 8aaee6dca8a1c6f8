import { Injectable } from '@nestjs/common';
import {
  anonymizeInSlices,
  Detector,
  EntityTable,
  type EntityType,
  type Language,
  type ReplacementStyle,
} from '@app/anonymization';
import { chooseModel, LanguageModel } from '@app/llm';
import { originalValues, shownValues, type EntityMap } from './entity-maps';

export interface AnonymizeInput {
  text: string;
  choices: readonly EntityType[];
  language: Language;
  /** Must be configured; it is not called. */
  model: string;
  style: ReplacementStyle;
}

export interface AnonymizeResult {
  text: string;
  anonymizedValues: EntityMap;
  /** `detectedValues.Names[i]` is what `anonymizedValues.Names[i]` replaced. */
  detectedValues: EntityMap;
}

/** Anonymizes one text with an entity table of its own, and keeps nothing (contract: Anonymizing and restoring). */
@Injectable()
export class AnonymizeText {
  constructor(
    private readonly detector: Detector,
    private readonly model: LanguageModel,
  ) {}

  async execute(
    { text, choices, language, model, style }: AnonymizeInput,
    signal: AbortSignal,
  ): Promise<AnonymizeResult> {
    await chooseModel(this.model, model);
    const [spans = []] = await this.detector.detect([text], language, signal);
    const input = { text, spans, choices, language };
    const [anonymized] = await anonymizeInSlices(EntityTable.create(style), [input]);
    const { replacements } = anonymized!;
    return {
      text: anonymized!.text,
      anonymizedValues: shownValues(replacements),
      detectedValues: originalValues(replacements),
    };
  }
}
