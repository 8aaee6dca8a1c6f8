import { Injectable } from '@nestjs/common';
import { inStage, type Owner } from '@app/common';
import {
  anonymizeInSlices,
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
  /** The request's field that brings it; not given: it was sent before, and what policy blocks is removed from it. */
  field?: string;
}

/** Texts in which personal data was looked for once: they can be hidden behind any table, and as often as that needs. */
export interface SearchedTexts {
  /** What was looked for in them; empty: nothing was. */
  kinds: readonly EntityType[];
  /** In the order in which they were given. */
  texts: readonly TextToAnonymize[];
  /** @throws BlockedByPolicy where a text is new and holds what the rules block */
  hideBehind(table: EntityTable): Promise<AnonymizedText[]>;
}

interface Hidden {
  choices: readonly EntityType[];
  language: Language;
  rules: Rules;
}

/** The first half of every call: what is personal in its texts is found and replaced. */
@Injectable()
export class HideTexts {
  constructor(private readonly detector: Detector) {}

  /**
   * One search for all texts, off the event loop, for what is to be hidden; no transaction should be open meanwhile.
   *
   * @param asked what is to be hidden of that which is found, in which language it was written, and whose it is: found
   *   once, it is remembered for them; `known`: of which kinds a table may know values that are written otherwise here
   * @throws AppError `unavailable` where detection fails: then nothing may be sent
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
      hideBehind: (table) => inStage('hide', () => anonymizeInSlices(table, searched, signal)),
    };
  }
}
