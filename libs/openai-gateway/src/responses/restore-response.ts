import type { DialectObject } from '@app/llm';
import type { RestoringParts } from '@app/private-model';
import type { JsonObject } from '../json';
import type { Restoring } from '../restore-answer';
import type { Thoughts } from '../thoughts';
import { repeatedFields } from './repeated-fields';
import { argumentsKey, inputKey, isJsonPart, partKey, RestoringItems } from './restore-items';
import { RestoringTexts } from './restoring-texts';

/** Events that carry a piece of a text, by the part that it belongs to. `index` names its position in the item. */
const PIECES: Readonly<Record<string, { part: string; index: string }>> = {
  'response.output_text': { part: 'output_text', index: 'content_index' },
  'response.refusal': { part: 'refusal', index: 'content_index' },
  'response.reasoning_text': { part: 'reasoning_text', index: 'content_index' },
  'response.reasoning_summary_text': { part: 'summary_text', index: 'summary_index' },
};
/** Events that carry a piece of what a call contains, by its field. Custom tools receive a text of any form. */
const OF_CALLS: Readonly<Record<string, { field: string; json: boolean; keyOf: (item: number) => string }>> =
  {
    'response.function_call_arguments': { field: 'arguments', json: true, keyOf: argumentsKey },
    'response.custom_tool_call_input': { field: 'input', json: false, keyOf: inputKey },
  };
/** Events at the beginning and end of a part, with the field that contains the part. */
const AROUND_PARTS: Readonly<Record<string, string>> = {
  'response.content_part': 'content_index',
  'response.reasoning_summary_part': 'summary_index',
};
const BEGINNINGS: ReadonlySet<string> = new Set(
  ['created', 'queued', 'in_progress'].map((state) => `response.${state}`),
);
const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete']);
/** Fields of a response with the server's own numbers and words. */
const OF_SERVERS = [
  'id',
  'object',
  'created_at',
  'completed_at',
  'status',
  'model',
  'incomplete_details',
  'usage',
];

/** Restores a response, whole or event by event. An event is omitted if all its text is held back. */
export class RestoringResponse implements RestoringParts<DialectObject, DialectObject> {
  private readonly texts: RestoringTexts;
  private readonly items: RestoringItems;
  private sequence = 0;

  /**
   * @param given the caller's own body
   * @param thoughts signs what the model thought
   */
  constructor(
    private readonly restoring: Restoring,
    private readonly given: JsonObject,
    thoughts: Thoughts,
  ) {
    this.texts = new RestoringTexts(restoring.restorer);
    this.items = new RestoringItems(restoring, this.texts, thoughts);
  }

  async write(part: DialectObject): Promise<DialectObject[]> {
    if ('output' in part) return [await this.response(part)];
    const events: DialectObject[] = [];
    for (const event of await this.event(part)) events.push({ ...event, sequence_number: this.sequence++ });
    return events;
  }

  async end(): Promise<DialectObject[]> {
    return [];
  }

  private async event(event: DialectObject): Promise<DialectObject[]> {
    const type = String(event.type);
    const response = event.response as DialectObject;
    if (BEGINNINGS.has(type)) return [{ type, response: await this.response({ ...response, output: [] }) }];
    if (ENDS.has(type)) return [{ type, response: await this.response(response) }];
    const [name, moment] = splitType(type);
    const at = Number(event.output_index ?? 0);
    if (name === 'response.output_item')
      return [{ type, output_index: at, item: await this.item(event.item as DialectObject, at, moment) }];
    const index = AROUND_PARTS[name];
    if (index !== undefined) return [await this.aroundPart(event, index, moment)];
    const piece = PIECES[name];
    if (piece) {
      const { part } = piece;
      const key = partKey(part, at, Number(event[piece.index] ?? 0));
      const field = part === 'refusal' ? 'refusal' : 'text';
      return this.piece(event, { key, json: isJsonPart(part, this.restoring), field });
    }
    const ofCall = OF_CALLS[name];
    if (ofCall) return this.piece(event, { ...ofCall, key: ofCall.keyOf(at) });
    // An event of a tool that the caller did not ask for, or about positions in a text that has changed.
    return [];
  }

  private item(item: DialectObject, at: number, moment: string): Promise<DialectObject> | DialectObject {
    return moment === 'done' ? this.items.item(item, at) : this.items.begun(item);
  }

  private async aroundPart(event: DialectObject, index: string, moment: string): Promise<DialectObject> {
    const part = event.part as DialectObject;
    const [item, at] = [Number(event.output_index ?? 0), Number(event[index] ?? 0)];
    const restored = moment === 'done' ? await this.items.part(part, item, at) : this.items.emptyPart(part);
    return { ...placed(event), part: restored };
  }

  /** Restores a piece of a text. At its end, returns the rest that was held back and the whole text. */
  private async piece(
    event: DialectObject,
    { key, json, field }: { key: string; json: boolean; field: string },
  ): Promise<DialectObject[]> {
    const [name, moment] = splitType(String(event.type));
    const place = placed(event);
    const probabilities = name === 'response.output_text' ? { logprobs: [] } : {};
    const delta = (text: string): DialectObject[] =>
      text === '' ? [] : [{ ...place, type: `${name}.delta`, delta: text, ...probabilities }];
    if (moment === 'delta') return delta(await this.texts.write(key, String(event.delta ?? ''), json));
    const whole = String(event[field] ?? '');
    const rest = delta(await this.texts.end(key, whole, json));
    const named = 'name' in event ? { name: this.items.named({ name: event.name }).name } : {};
    return [
      ...rest,
      { ...place, ...named, [field]: await this.texts.whole(key, whole, json), ...probabilities },
    ];
  }

  private async response(response: DialectObject): Promise<DialectObject> {
    const output: DialectObject[] = [];
    for (const [at, item] of ((response.output ?? []) as DialectObject[]).entries())
      output.push(await this.items.item(item, at));
    const own = OF_SERVERS.filter((field) => field in response).map((field) => [field, response[field]]);
    return {
      ...repeatedFields(this.given, response),
      object: 'response',
      status: 'completed',
      completed_at: null,
      incomplete_details: null,
      usage: null,
      ...Object.fromEntries(own),
      output,
      error: null,
      store: false,
      background: false,
      previous_response_id: null,
    };
  }
}

/** Splits a type such as `response.output_text.delta` into the name and the moment. */
function splitType(type: string): [name: string, moment: string] {
  const dot = type.lastIndexOf('.');
  return [type.slice(0, dot), type.slice(dot + 1)];
}

/** Returns the type of an event, and the position of the text that it refers to. */
const placed = ({
  type,
  item_id,
  output_index,
  content_index,
  summary_index,
}: DialectObject): DialectObject => ({
  type,
  item_id,
  output_index,
  ...(content_index !== undefined && { content_index }),
  ...(summary_index !== undefined && { summary_index }),
});

/** Returns everything that the model wrote, for counting: the pieces of a stream, or the whole answer. */
export function writtenInResponse(part: DialectObject): string {
  if (typeof part.delta === 'string') return part.delta;
  if (!Array.isArray(part.output)) return '';
  return (part.output as DialectObject[])
    .flatMap(({ content, summary, arguments: called, input }) => [
      ...[content, summary].flatMap((parts) => (Array.isArray(parts) ? (parts as DialectObject[]) : [])),
      { text: called ?? input },
    ])
    .map(({ text, refusal }) => text ?? refusal)
    .filter((text) => typeof text === 'string')
    .join('');
}
