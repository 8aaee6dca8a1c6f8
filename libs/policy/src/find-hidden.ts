import { Injectable } from '@nestjs/common';
import { EntityTable, type EntityType, type Language, type Rules } from '@app/anonymization';
import type { Owner } from '@app/common';
import { HideTexts } from '@app/hiding';

/** The mode of a value: a mode of the policy, or `known` if the chat has hidden it before. */
export type ShownMode = 'asked' | 'always' | 'remove' | 'block' | 'known';

/** A value in a text. Offsets are UTF-16 code units. */
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
  /**
   * The values hidden before. The table may be changed and is then discarded. If absent, no value was hidden before.
   */
  table?: EntityTable;
  /** The owner of the cached results. If absent, nothing is cached. */
  owner?: Pick<Owner, 'userId'>;
}

/** Returns what would be hidden in a text. Stores and sends nothing. */
@Injectable()
export class FindHidden {
  constructor(private readonly hideTexts: HideTexts) {}

  async execute(
    { table = EntityTable.create('placeholders'), owner, ...given }: TextToShow,
    signal?: AbortSignal,
  ): Promise<HiddenValue[]> {
    const { text, language, choices, rules } = given;
    const known = table.entities.map(({ type }) => type);
    const hidden = { choices, language, rules, known, ...(owner && { owner }) };
    const searched = await this.hideTexts.search([{ text }], hidden, signal);
    const [shown] = await searched.hideBehind(table);
    return shown!.detected.map(({ start, end, type, mode }) => ({
      start,
      end,
      kind: type,
      mode: mode ?? (choices.includes(type) ? 'asked' : 'known'),
    }));
  }
}
