import { Injectable } from '@nestjs/common';
import {
  anonymizeInSlices,
  Detector,
  type AnonymizedText,
  type TextToAnonymize,
  type EntityTable,
  type EntityType,
  type Language,
} from '@app/anonymization';

/** Texts in which personal data was looked for once: they can be hidden behind any table, and as often as that needs. */
export interface SearchedTexts {
  /** In the order in which they were given. */
  texts: readonly TextToAnonymize[];
  hideBehind(table: EntityTable): Promise<AnonymizedText[]>;
}

/** The first half of every call: what is personal in its texts is found and replaced. */
@Injectable()
export class HideTexts {
  constructor(private readonly detector: Detector) {}

  /**
   * One search for all texts, off the event loop; no transaction should be open meanwhile.
   *
   * @param hidden what is to be hidden of that which is found, and in which language it was written
   * @throws AppError `unavailable` where detection fails: then nothing may be sent
   */
  async search(
    texts: readonly string[],
    hidden: { choices: readonly EntityType[]; language: Language },
    signal: AbortSignal,
  ): Promise<SearchedTexts> {
    const found = await this.detector.detect(texts, hidden.language, signal);
    const searched = texts.map((text, i) => ({ text, spans: found[i]!, ...hidden }));
    return { texts: searched, hideBehind: (table) => anonymizeInSlices(table, searched) };
  }
}
