import { Injectable } from '@nestjs/common';
import {
  anonymizeInSlices,
  Detector,
  EntityTable,
  hiddenKinds,
  type EntityType,
  type Language,
  type Rules,
} from '@app/anonymization';

/** What happens to a value: as of a policy's modes, or `known`: the chat has hidden it before. */
export type ShownMode = 'asked' | 'always' | 'remove' | 'block' | 'known';

/** A value in a text, offsets in UTF-16 code units. */
export interface HiddenValue {
  start: number;
  end: number;
  kind: EntityType;
  mode: ShownMode;
}

export interface TextToShow {
  text: string;
  language: Language;
  choices: readonly EntityType[];
  rules: Rules;
  /** What was hidden before; it may change, and is thrown away. Not given: nothing was. */
  table?: EntityTable;
}

/** Shows what would be hidden in a text, and keeps and sends nothing. */
@Injectable()
export class FindHidden {
  constructor(private readonly detector: Detector) {}

  async execute(
    { text, language, choices, rules, table = EntityTable.create('placeholders') }: TextToShow,
    signal?: AbortSignal,
  ): Promise<HiddenValue[]> {
    const hidden = hiddenKinds(rules, choices);
    // What the table knows may be written otherwise here.
    const kinds = [...hidden, ...table.entities.map(({ type }) => type)];
    const [spans = []] =
      hidden.length > 0 ? await this.detector.detect([text], language, signal, { kinds }) : [];
    const [shown] = await anonymizeInSlices(table, [{ text, spans, choices, language, rules }], signal);
    return shown!.detected.map(({ start, end, type, mode }) => ({
      start,
      end,
      kind: type,
      mode: mode ?? (choices.includes(type) ? 'asked' : 'known'),
    }));
  }
}
