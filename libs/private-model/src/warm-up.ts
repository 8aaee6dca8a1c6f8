import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  BASIC_TYPES,
  EntityTable,
  NO_RULES,
  parseLanguage,
  REPLACEMENT_STYLES,
  Restorer,
} from '@app/anonymization';
import { HideTexts } from '@app/hiding';
import { countMessageTokens } from '@app/llm';

const PROMPT =
  'Dear Anna Schmidt,\nplease call +1 212-265-1040 or write to Anna Schmidt <anna.schmidt@example.com>.\nBest,\nMax';

/**
 * Runs a made-up prompt through hiding, counting and restoring before the first request, which would otherwise wait some
 * 100 ms for compiling and loading. It stores nothing and calls no model.
 */
@Injectable()
export class WarmUp implements OnApplicationBootstrap {
  constructor(private readonly hideTexts: HideTexts) {}

  async onApplicationBootstrap(): Promise<void> {
    const language = parseLanguage('en');
    const asked = { choices: BASIC_TYPES, language, rules: NO_RULES };
    const searched = await this.hideTexts.search([{ text: PROMPT }], asked);
    for (const style of REPLACEMENT_STYLES) {
      const table = EntityTable.create(style);
      const [hidden] = await searched.hideBehind(table);
      const restorer = await Restorer.prepare(table, [hidden!.text]);
      await countMessageTokens(await restorer.restore(hidden!.text));
      await restorer.madeUp(hidden!.text);
    }
  }
}
