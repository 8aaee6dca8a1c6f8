import {
  anonymizeInSlices,
  Detector,
  EntityTable,
  replacementInstructions,
  type EntityType,
  type Language,
  type ReplacementStyle,
  type Span,
} from '@app/anonymization';
import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import { KeyRing } from '@app/crypto';
import type { JsonObject, JsonValue } from './json-value';
import { readBody, type DoorBody } from './read-body';
import type { TextPlace } from './text-places';

export interface DoorInput {
  /** A body of OpenAI's chat completions, as it came. */
  body: JsonObject;
  choices: readonly EntityType[];
  style: ReplacementStyle;
}

export interface HiddenBody {
  body: JsonObject;
  table: EntityTable;
  /** Everything that is sent, as it is sent. */
  sent: string[];
  /** Whether the answer was asked for as JSON. */
  json: boolean;
}

/** The door names no language: numbers of all supported regions are looked for, surrogates follow each name's own. */
const LANGUAGE: Language = { code: 'en', regions: ['US', 'GB', 'DE', 'AT', 'CH'] };

/** Hides what is personal in every text of a body, with a table of its own (contract 5). */
@Injectable()
export class HideBody {
  constructor(
    private readonly detector: Detector,
    private readonly keyRing: KeyRing,
  ) {}

  async execute(
    owner: Owner,
    { body: given, choices, style }: DoorInput,
    signal: AbortSignal,
  ): Promise<HiddenBody> {
    const read = readBody(given, (value) =>
      this.keyRing.hash('door-user', `${owner.organizationId} ${value}`),
    );
    const places = read.places.all;
    const found = await this.detector.detect(
      places.map(({ text }) => text),
      LANGUAGE,
      signal,
    );
    const table = EntityTable.create(style, this.seed(owner, given));
    const hidden = await anonymizeInSlices(
      table,
      places.map((place, i) => ({
        text: place.text,
        spans: spansOf(place, found[i] ?? []),
        choices,
        language: LANGUAGE,
      })),
    );
    places.forEach((place, i) => place.put(hidden[i]!.text));
    read.places.finish();
    const replaced = hidden.some(({ replacements }) => replacements.length > 0);
    return {
      body: replaced ? instructed(read, replacementInstructions(style)) : read.body,
      table,
      sent: hidden.map(({ text }) => text),
      json: typeof given.response_format === 'object' && isJson(given.response_format),
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

const spansOf = ({ isName, text }: TextPlace, found: readonly Span[]): readonly Span[] =>
  isName && text !== '' ? [{ start: 0, end: text.length, type: 'Names' }] : found;

const isJson = (format: JsonValue | undefined): boolean =>
  ['json_object', 'json_schema'].includes(String((format as JsonObject).type));

/** One system message only: some models take no second one. */
function instructed({ body, messages: [first, ...rest] }: DoorBody, instructions: string): JsonObject {
  if ((first?.role === 'system' || first?.role === 'developer') && typeof first.content === 'string')
    return { ...body, messages: [{ ...first, content: `${first.content}\n\n${instructions}` }, ...rest] };
  return {
    ...body,
    messages: [{ role: 'system', content: instructions }, ...(first ? [first] : []), ...rest],
  };
}
