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
  type Replacement,
  type Rules,
  type Span,
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
  /** The kinds to hide */
  choices: readonly EntityType[];
  language: Language;
  rules: Rules;
  /** The owner of the cached results. If absent, nothing is cached */
  owner?: Pick<Owner, 'userId'>;
}

export interface TextsToHide extends Hidden {
  /** Kinds with values in the table that may be written differently here */
  known?: readonly EntityType[];
}

/**
 * Finds and replaces personal data. Everything that hides a text before it leaves the service uses this class. Only
 * libs/doctor also has a detector, to check it.
 */
@Injectable()
export class HideTexts {
  constructor(private readonly detector: Detector) {}

  /**
   * Searches all texts at once, in worker threads. No transaction should be open meanwhile.
   *
   * @throws AppError `unavailable` if detection fails: then nothing may be sent
   */
  async search(
    texts: readonly TextToSearch[],
    { owner, known = [], ...hidden }: TextsToHide,
    signal?: AbortSignal,
  ): Promise<SearchedTexts> {
    const wanted = hiddenKinds(hidden.rules, hidden.choices);
    const kinds = wanted.length > 0 ? [...wanted, ...known] : [];
    const found = await this.find(
      texts.map(({ text }) => text),
      { kinds, language: hidden.language, ...(owner && { owner }) },
      signal,
    );
    const searched = texts.map((text, i) => ({ ...text, spans: found[i]!, ...hidden }));
    return { kinds, texts: searched, hideBehind: (table) => this.hide(table, searched, signal) };
  }

  /**
   * Returns the spans of these kinds in each text. The caller decides which kinds are searched for, for example those that
   * a chat has hidden before. Without kinds, nothing is searched.
   *
   * @throws AppError `unavailable` if detection fails: then nothing may be sent
   */
  async find(
    texts: readonly string[],
    { kinds, language, owner }: Pick<Hidden, 'language' | 'owner'> & { kinds: readonly EntityType[] },
    signal?: AbortSignal,
  ): Promise<Span[][]> {
    if (kinds.length === 0 || texts.length === 0) return texts.map(() => []);
    return this.detector.detect(texts, language, signal, { kinds, ...(owner && { owner: owner.userId }) });
  }

  /**
   * Replaces the values of texts that were searched before, with `table`, which grows by the new ones.
   *
   * @throws BlockedByPolicy if a text is new and contains what its rules block
   */
  hide(
    table: EntityTable,
    texts: readonly TextToAnonymize[],
    signal?: AbortSignal,
  ): Promise<AnonymizedText[]> {
    return inStage('hide', () => anonymize(table, texts, signal));
  }
}

/** The entity map of the interface: values by kind. Kinds without values are absent. */
export type EntityMap = Partial<Record<EntityType, string[]>>;

function toEntityMap(values: readonly { type: EntityType; value: string }[]): EntityMap {
  const map: EntityMap = {};
  for (const { type, value } of values) (map[type] ??= []).push(value);
  return map;
}

/** Returns each replacement once, by first appearance. */
export const shownValues = (replacements: readonly Replacement[]): EntityMap =>
  toEntityMap(once(replacements).map(({ type, replacement }) => ({ type, value: replacement })));

/** Returns the originals of `shownValues` at the same indexes, without values that the policy removed. */
export const originalValues = (replacements: readonly Replacement[]): EntityMap =>
  toEntityMap(
    once(replacements)
      .filter(({ removed }) => !removed)
      .map(({ type, original }) => ({ type, value: original })),
  );

/** Sorts removed values last: each has a placeholder, but no original that may be shown. */
const once = (replacements: readonly Replacement[]): Replacement[] =>
  [...new Map(replacements.map((known) => [`${known.type} ${known.replacement}`, known])).values()].toSorted(
    (a, b) => Number(a.removed ?? false) - Number(b.removed ?? false),
  );
