import {
  anonymizeInSlices,
  EntityTable,
  replacementInstructions,
  type EntityType,
  type Language,
  type ReplacementStyle,
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
  style: ReplacementStyle;
  /** Told, before anything is sent, which unknown parameters are left out. */
  onDropped(names: readonly string[]): void;
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

  async execute(
    owner: Owner,
    { body: given, choices, style, onDropped }: GatewayInput,
    signal: AbortSignal,
  ): Promise<HiddenBody> {
    const read = readBody(given, (value) =>
      this.keyRing.hash('door-user', `${owner.organizationId} ${value}`),
    );
    const table = EntityTable.create(style, this.seed(owner, given));
    const { sent, identifiers } = await this.hide(read.places, { owner, table, choices }, signal);
    onDropped(read.dropped);
    return {
      body: table.entities.length > 0 ? instructed(read, replacementInstructions(style)) : read.body,
      table,
      sent,
      identifiers,
      json: typeof given.response_format === 'object' && isJson(given.response_format),
    };
  }

  /** Texts first: what an identifier tells of is hidden in it alone. */
  private async hide(
    places: TextPlaces,
    { owner, table, choices }: { owner: Owner; table: EntityTable; choices: readonly EntityType[] },
    signal: AbortSignal,
  ): Promise<Pick<HiddenBody, 'sent' | 'identifiers'>> {
    const names = [...new Set(places.identifiers.map(({ identifier }) => identifier))];
    const searched = await this.hideTexts.search(
      [...places.all.map(({ text }) => text), ...names.map(readable)],
      { choices, language: LANGUAGE },
      signal,
    );
    const found = searched.texts.map(({ spans }) => spans);
    const texts = await anonymizeInSlices(table, searched.texts.slice(0, places.all.length));
    const sent = texts.map(({ text }) => text);
    const hidden = await hideIdentifiers(
      places.identifiers,
      new Map(names.map((name, i) => [name, found[texts.length + i] ?? []])),
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

/** One system message only: some models take no second one. */
function instructed({ body, messages: [first, ...rest] }: GatewayBody, instructions: string): JsonObject {
  if ((first?.role === 'system' || first?.role === 'developer') && typeof first.content === 'string')
    return { ...body, messages: [{ ...first, content: `${first.content}\n\n${instructions}` }, ...rest] };
  return {
    ...body,
    messages: [{ role: 'system', content: instructions }, ...(first ? [first] : []), ...rest],
  };
}
