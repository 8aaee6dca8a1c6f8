import {
  anonymizeInSlices,
  BlockedByPolicy,
  decideAll,
  EntityTable,
  replacementInstructions,
  type EntityType,
  type Language,
  type ReplacementStyle,
  type Rules,
  type Span,
} from '@app/anonymization';
import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import { KeyRing } from '@app/crypto';
import { HideTexts } from '@app/private-model';
import { hideIdentifiers, readable } from './hide-identifiers';
import type { JsonObject, JsonValue } from './json';
import { readBody, type GatewayBody } from './reading/read-body';
import type { TextPlaces } from './reading/text-places';

export interface GatewayInput {
  /** A body of OpenAI's chat completions, as it came. */
  body: JsonObject;
  choices: readonly EntityType[];
  /** Those of them that were named by themselves. */
  named?: readonly EntityType[];
  style: ReplacementStyle;
  /** Told, before anything is sent, which unknown parameters are left out. */
  onDropped(names: readonly string[]): void;
}

/** The same under a policy. */
export interface GovernedInput extends GatewayInput {
  rules: Rules;
  /** The policy's own words before the conversation; empty: none. */
  systemPrompt: string;
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
}

/** The gateway is told no language: numbers of all supported regions are looked for, surrogates follow each name's own. */
const LANGUAGE: Language = { code: 'en', regions: ['US', 'GB', 'DE', 'AT', 'CH'] };

/** Hides what is personal in every text of a body, with a table of its own (contract: Chat). */
@Injectable()
export class HideBody {
  constructor(
    private readonly hideTexts: HideTexts,
    private readonly keyRing: KeyRing,
  ) {}

  /** @throws BlockedByPolicy where a new message or what a tool answered holds what the policy blocks */
  async execute(
    owner: Owner,
    { body: given, choices, rules, style, systemPrompt, onDropped }: GovernedInput,
    signal: AbortSignal,
  ): Promise<HiddenBody> {
    const read = readBody(given, (value) =>
      this.keyRing.hash('door-user', `${owner.organizationId} ${value}`),
    );
    const table = EntityTable.create(style, this.seed(owner, given));
    const { sent, identifiers } = await this.hide(read.places, { owner, table, choices, rules }, signal);
    const [first] = await anonymizeInSlices(table, [
      { text: systemPrompt, spans: [], choices: [], language: LANGUAGE },
    ]);
    onDropped(read.dropped);
    return {
      body: instructed(read, first!.text, table.entities.length > 0 ? replacementInstructions(style) : ''),
      table,
      sent: [...(systemPrompt === '' ? [] : [first!.text]), ...sent],
      identifiers,
      json: typeof given.response_format === 'object' && isJson(given.response_format),
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
    }: { owner: Owner; table: EntityTable } & Pick<GovernedInput, 'choices' | 'rules'>,
    signal: AbortSignal,
  ): Promise<Pick<HiddenBody, 'sent' | 'identifiers'>> {
    const fields = new Map<string, string | undefined>();
    for (const { identifier, field } of places.identifiers)
      fields.set(identifier, fields.get(identifier) ?? field);
    const names = [...fields.keys()];
    const searched = await this.hideTexts.search(
      [
        ...places.all.map(({ text, field }) => ({ text, ...(field !== undefined && { field }) })),
        ...names.map((name) => ({ text: readable(name) })),
      ],
      { choices, language: LANGUAGE, rules },
      signal,
    );
    const found = searched.texts.slice(places.all.length).map(({ text, spans }) => ({ text, spans }));
    const decided = await decideAll(
      rules,
      found.map((name, i) => ({ ...name, isNew: fields.get(names[i]!) !== undefined })),
    );
    decided.forEach(({ blocked }, i) => {
      if (blocked.length > 0) throw new BlockedByPolicy(fields.get(names[i]!)!, blocked);
    });
    const texts = await anonymizeInSlices(table, searched.texts.slice(0, places.all.length));
    const sent = texts.map(({ text }) => text);
    const hidden = await hideIdentifiers(
      places.identifiers,
      new Map(names.map((name, i): [string, readonly Span[]] => [name, decided[i]!.spans])),
      {
        table,
        choices,
        language: LANGUAGE,
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
    };
  }

  /** The same conversation draws the same surrogates again, for as long as it begins alike. */
  private seed({ userId }: Owner, { messages }: JsonObject): Buffer {
    const first = (messages as JsonObject[]).find(({ role }) => role === 'user')?.content ?? '';
    return Buffer.from(
      this.keyRing.hash('door-surrogates', `${userId} ${JSON.stringify(first)}`),
      'base64url',
    );
  }
}

const isJson = (format: JsonValue | undefined): boolean =>
  ['json_object', 'json_schema'].includes(String((format as JsonObject).type));

/**
 * With what the policy says before the caller's own words, and instructions behind them; either may be empty. In one
 * system message, where that can be: some models take no second one.
 */
function instructed(
  { body, messages: [first, ...rest] }: GatewayBody,
  before: string,
  behind: string,
): JsonObject {
  const isSystem = first?.role === 'system' || first?.role === 'developer';
  const own = isSystem && typeof first?.content === 'string' ? first.content : '';
  const content = [before, own, behind].filter((part) => part !== '').join('\n\n');
  if (before === '' && behind === '') return body;
  if (own !== '') return { ...body, messages: [{ ...first, content }, ...rest] };
  return { ...body, messages: [{ role: 'system', content }, ...(first ? [first] : []), ...rest] };
}
