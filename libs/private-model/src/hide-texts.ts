import { Injectable } from '@nestjs/common';
import { inStage, type Owner } from '@app/common';
import {
  anonymize,
  Detector,
  hiddenKinds,
  type AnonymizedText,
  type TextToAnonymize,
  type EntityTable,
  type EntityType,
  type Language,
  type Rules,
} from '@app/anonymization';

export interface TextToSearch {
  text: string;
  /** The field of the request that contains it. If absent, the text was sent before, and blocked values are removed. */
  field?: string;
}

/** Texts that were searched once. They can be hidden with any entity table, and repeatedly. */
export interface SearchedTexts {
  /** The kinds that were searched for; empty for none. */
  kinds: readonly EntityType[];
  /** In the order of the input. */
  texts: readonly TextToAnonymize[];
  /** @throws BlockedByPolicy if a text is new and contains what the rules block */
  hideBehind(table: EntityTable): Promise<AnonymizedText[]>;
}

interface Hidden {
  choices: readonly EntityType[];
  language: Language;
  rules: Rules;
}

/** The first half of every call: finds and replaces the personal data in its texts. */
@Injectable()
export class HideTexts {
  constructor(private readonly detector: Detector) {}

  /**
   * Searches all texts at once, in worker threads. No transaction should be open meanwhile.
   *
   * @param asked the kinds to hide, the language of the texts, and the user who owns the cached results; `known`: kinds
   *   with values in the table that may be written differently here
   * @throws AppError `unavailable` if detection fails: then nothing may be sent
   */
  async search(
    texts: readonly TextToSearch[],
    { owner, known = [], ...hidden }: Hidden & { owner: Owner; known?: readonly EntityType[] },
    signal: AbortSignal,
  ): Promise<SearchedTexts> {
    const wanted = hiddenKinds(hidden.rules, hidden.choices);
    const kinds = wanted.length > 0 ? [...wanted, ...known] : [];
    const found =
      kinds.length > 0
        ? await this.detector.detect(
            texts.map(({ text }) => text),
            hidden.language,
            signal,
            { kinds, owner: owner.userId },
          )
        : [];
    const searched = texts.map((text, i) => ({ ...text, spans: found[i] ?? [], ...hidden }));
    return {
      kinds,
      texts: searched,
      hideBehind: (table) => inStage('hide', () => anonymize(table, searched, signal)),
    };
  }
}
