import {
  anonymizeInSlices,
  BlockedByPolicy,
  decideAll,
  EntityTable,
  guessLanguage,
  replacementInstructions,
  type EntityType,
  type Language,
  type ReplacementStyle,
  type Rules,
  type Span,
} from '@app/anonymization';
import { Injectable } from '@nestjs/common';
import { inStage, type Owner } from '@app/common';
import type { Protection } from '@app/audit';
import { KeyRing } from '@app/crypto';
import { HideTexts } from '@app/private-model';
import { hideIdentifiers, isOfForm, readable } from './hide-identifiers';
import type { BodyForm } from './forms/body-form';
import { CHAT } from './forms/chat-form';
import type { JsonObject } from './json';
import type { TextPlaces } from './reading/text-places';

export interface GatewayInput {
  /** As it came. */
  body: JsonObject;
  /** Absent: the policy's default. */
  choices?: readonly EntityType[];
  /** Those of them that were named by themselves. */
  named?: readonly EntityType[];
  style: ReplacementStyle;
  /** Told, before anything is sent, which unknown parameters are left out. */
  onDropped(names: readonly string[]): void;
  /** Is notified, before anything is sent, how the call is protected. */
  onProtection?(level: Protection): void;
}

/** The same under a policy. */
export interface GovernedInput extends Omit<GatewayInput, 'onProtection'> {
  /** Kinds of which new values are hidden. */
  choices: readonly EntityType[];
  rules: Rules;
  /** The policy's own words before the conversation; empty: none. */
  systemPrompt: string;
  /** Whether the policy lets images through to the model; not given: it does not. */
  images?: boolean;
}

export interface HiddenBody {
  body: JsonObject;
  table: EntityTable;
  /** Everything that is sent, as it is sent. */
  sent: string[];
  /** The caller's own, by what is sent in its place. */
  identifiers: ReadonlyMap<string, string>;
  /** Whether the answer was asked for as JSON. */
  json: boolean;
  /** How many found values stay as they are because the policy excepts them. */
  left: number;
}

/** Hides what is personal in every text of a body, with a table of its own (contract: Chat). */
@Injectable()
export class HideBody {
  constructor(
    private readonly hideTexts: HideTexts,
    private readonly keyRing: KeyRing,
  ) {}

  /**
   * @param form what kind of body it is
   * @throws BlockedByPolicy where a new message or what a tool answered holds what the policy blocks
   */
  async execute(
    owner: Owner,
    { body: given, choices, rules, style, systemPrompt, images, onDropped }: GovernedInput,
    signal: AbortSignal,
    form: BodyForm = CHAT,
  ): Promise<HiddenBody> {
    const pseudonym = (value: string): string =>
      this.keyRing.hash('door-user', `${owner.organizationId} ${value}`);
    const read = form.read(given, pseudonym, images);
    const opening = JSON.stringify(form.opening(given));
    // Of the opening alone: a conversation stays in one language however it grows, and what was found in it is known.
    const language = guessLanguage(opening);
    const table = EntityTable.create(style, this.seed(owner, opening));
    const hiding = { owner, table, choices, rules, language };
    const { sent, identifiers, left } = await this.hide(read.places, hiding, signal);
    const [first] = await anonymizeInSlices(table, [
      { text: systemPrompt, spans: [], choices: [], language },
    ]);
    onDropped(read.dropped);
    const behind = table.entities.length > 0 ? replacementInstructions(style) : '';
    return {
      body: form.instruct(read.body, first!.text, behind),
      table,
      sent: [...(systemPrompt === '' ? [] : [first!.text]), ...sent],
      identifiers,
      json: form.isJson(given),
      left,
    };
  }

  /** Texts first: what an identifier tells of is hidden in it alone. */
  private async hide(
    places: TextPlaces,
    {
      owner,
      table,
      choices,
      rules,
      language,
    }: { owner: Owner; table: EntityTable; language: Language } & Pick<GovernedInput, 'choices' | 'rules'>,
    signal: AbortSignal,
  ): Promise<Pick<HiddenBody, 'sent' | 'identifiers' | 'left'>> {
    const fields = new Map<string, string | undefined>();
    for (const { identifier, field } of places.identifiers)
      fields.set(identifier, fields.get(identifier) ?? field);
    const names = [...fields.keys()];
    const searched = await this.hideTexts.search(
      [
        ...places.all.map(({ text, field }) => ({ text, ...(field !== undefined && { field }) })),
        ...names.map((name) => ({ text: readable(name) })),
        ...names.map((name) => ({ text: name })),
      ],
      { choices, language, rules, owner },
      signal,
    );
    const found = searched.texts.slice(places.all.length);
    // As a person reads it, and as it is written: a key has its form there alone.
    const decided = await decideAll(
      rules,
      found.map(({ text, spans }, i) => ({
        text,
        spans: i < names.length ? spans : spans.filter(isOfForm),
        isNew: fields.get(names[i % names.length]!) !== undefined,
      })),
    );
    decided.forEach(({ blocked }, i) => {
      if (blocked.length > 0) throw new BlockedByPolicy(fields.get(names[i % names.length]!)!, blocked);
    });
    const spansOf = (i: number): Span[] => [...decided[i]!.spans, ...decided[i + names.length]!.spans];
    const texts = await inStage('hide', () =>
      anonymizeInSlices(table, searched.texts.slice(0, places.all.length)),
    );
    const sent = texts.map(({ text }) => text);
    const hidden = await hideIdentifiers(
      places.identifiers,
      new Map(names.map((name, i): [string, readonly Span[]] => [name, spansOf(i)])),
      {
        table,
        choices,
        language,
        sent,
        hash: (name) =>
          Buffer.from(this.keyRing.hash('door-identifier', `${owner.userId} ${name}`), 'base64url'),
      },
    );
    places.all.forEach((place, i) => place.put(texts[i]!));
    for (const { identifier, put } of places.identifiers) put(hidden.get(identifier) ?? identifier);
    places.finish();
    return {
      sent: [...sent, ...places.escaped, ...names.map((name) => hidden.get(name) ?? name)],
      identifiers: new Map([...hidden].map(([name, replacement]) => [replacement, name])),
      left: texts.reduce((sum, text) => sum + text.left, 0),
    };
  }

  /** The same conversation draws the same surrogates again, for as long as it begins alike. */
  private seed({ userId }: Owner, opening: string): Buffer {
    return Buffer.from(this.keyRing.hash('door-surrogates', `${userId} ${opening}`), 'base64url');
  }
}
