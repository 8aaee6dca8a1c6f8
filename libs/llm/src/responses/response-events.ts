import { newId } from '@app/common';
import { readCalls, type RelayedCall } from '../complete-answer';
import { isRecord, notUnderstood } from '../openai-format';
import type { DialectObject } from '../language-model';
import { inputIn, type ChatTools } from './chat-tools';
import { responseUsage } from './response-usage';

type PartType = 'output_text' | 'refusal' | 'reasoning_text';

/** An item that is being written: reasoning or a message with its last part, or a call. */
interface Building {
  at: number;
  item: DialectObject;
  part?: { at: number; type: PartType; text: string };
  /** The arguments of a call, as the model wrote them. */
  written?: string;
}

/** Fields of a chat completion's delta, and the part of a response that each becomes. */
const PARTS: readonly (readonly [string, PartType])[] = [
  ['reasoning_content', 'reasoning_text'],
  ['reasoning', 'reasoning_text'],
  ['content', 'output_text'],
  ['refusal', 'refusal'],
];
/** The reason of an incomplete response, by the finish reason of chat completions. */
const INCOMPLETE: ReadonlyMap<unknown, string> = new Map([
  ['length', 'max_output_tokens'],
  ['content_filter', 'content_filter'],
]);

/** Converts the chunks of one chat completion into the events of a response, in the order that OpenAI documents. */
export class ResponseEvents {
  private readonly output: DialectObject[] = [];
  private readonly calls = new Map<number, Building>();
  private readonly head: DialectObject;
  private open: Building | undefined;
  private reason: unknown;
  private usage: DialectObject | null = null;

  /** @param created seconds since 1970 */
  constructor(
    model: unknown,
    created: number,
    private readonly tools: ChatTools,
  ) {
    this.head = { id: `resp_${newId()}`, object: 'response', created_at: created, model };
  }

  /** Everything that the model wrote, for counting. */
  get text(): string {
    return JSON.stringify(this.output);
  }

  begin(): DialectObject[] {
    const response = this.response('in_progress');
    return [
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
    ];
  }

  write({ choices, usage }: DialectObject): DialectObject[] {
    if (isRecord(usage)) this.usage = responseUsage(usage);
    const [choice] = choices as DialectObject[];
    if (!choice || (choice.index ?? 0) !== 0) return [];
    if (choice.finish_reason) this.reason = choice.finish_reason;
    const said = choice.delta ?? choice.message;
    if (!isRecord(said)) return [];
    const texts = PARTS.flatMap(([field, type]) => {
      const text = said[field];
      return typeof text === 'string' && text !== '' ? this.say(type, text) : [];
    });
    const calls = readCalls(said.tool_calls).flatMap((call, at) => this.call(call, call.index ?? at));
    return [...texts, ...calls];
  }

  /** @param usage used if the server did not report the usage */
  end(usage?: DialectObject): DialectObject[] {
    const closed = [...this.close(), ...[...this.calls.values()].flatMap((call) => this.closeCall(call))];
    this.usage ??= usage ?? null;
    const status = INCOMPLETE.has(this.reason) ? 'incomplete' : 'completed';
    return [...closed, { type: `response.${status}`, response: this.response(status) }];
  }

  get hasUsage(): boolean {
    return this.usage !== null;
  }

  private response(status: string): DialectObject {
    const reason = INCOMPLETE.get(this.reason);
    return {
      ...this.head,
      status,
      error: null,
      incomplete_details: status === 'incomplete' ? { reason } : null,
      output: structuredClone(this.output),
      usage: this.usage,
    };
  }

  private say(type: PartType, text: string): DialectObject[] {
    const events: DialectObject[] = [];
    const itemType = type === 'reasoning_text' ? 'reasoning' : 'message';
    if (this.open?.item.type !== itemType) events.push(...this.close(), ...this.openItem(itemType));
    const open = this.open!;
    if (open.part?.type !== type) events.push(...this.closePart(open), ...this.openPart(open, type));
    open.part!.text += text;
    events.push({ type: `response.${type}.delta`, ...place(open), delta: text });
    return events;
  }

  private openItem(type: 'reasoning' | 'message'): DialectObject[] {
    const item: DialectObject =
      type === 'reasoning'
        ? { id: `rs_${newId()}`, type, summary: [], content: [] }
        : { id: `msg_${newId()}`, type, status: 'in_progress', role: 'assistant', content: [] };
    this.open = { at: this.output.push(item) - 1, item };
    return [itemEvent('added', this.open)];
  }

  private openPart(open: Building, type: PartType): DialectObject[] {
    open.part = { at: (open.item.content as unknown[]).length, type, text: '' };
    return [{ type: 'response.content_part.added', ...place(open), part: partOf(type, '') }];
  }

  private closePart(open: Building): DialectObject[] {
    if (!open.part) return [];
    const { type, text } = open.part;
    const part = partOf(type, text);
    (open.item.content as unknown[]).push(part);
    const said = type === 'refusal' ? { refusal: text } : { text };
    const events = [
      { type: `response.${type}.done`, ...place(open), ...said },
      { type: 'response.content_part.done', ...place(open), part },
    ];
    delete open.part;
    return events;
  }

  private close(): DialectObject[] {
    const { open } = this;
    if (!open) return [];
    this.open = undefined;
    const closed = this.closePart(open);
    if (open.item.type === 'message') open.item.status = 'completed';
    return [...closed, itemEvent('done', open)];
  }

  private call(
    { id, function: { name, arguments: written = '' } }: RelayedCall,
    at: number,
  ): DialectObject[] {
    const known = this.calls.get(at);
    const events: DialectObject[] = [];
    // Small servers send the name with the first piece, and never in pieces.
    const call = known ?? this.openCall(at, id, name ?? '', events);
    if (!known) events.push(itemEvent('added', call));
    call.written = `${call.written ?? ''}${written}`;
    // The input of other tools is a part of what the model writes, so it follows at the end.
    if (call.item.type === 'function_call') call.item.arguments = call.written;
    if (call.item.type === 'function_call' && written !== '')
      events.push({ type: 'response.function_call_arguments.delta', ...place(call), delta: written });
    return events;
  }

  private openCall(at: number, id: string | undefined, name: string, events: DialectObject[]): Building {
    events.push(...this.close());
    const { type, ...named } = this.tools.toolOf(name);
    const ids = { status: 'in_progress', call_id: id ?? `call_${newId()}` };
    const item: DialectObject =
      type === 'custom'
        ? { id: `ctc_${newId()}`, type: 'custom_tool_call', ...ids, ...named, input: '' }
        : type === 'tool_search'
          ? { id: `tsc_${newId()}`, type: 'tool_search_call', ...ids, execution: 'client', arguments: {} }
          : { id: `fc_${newId()}`, type: 'function_call', ...ids, ...named, arguments: '' };
    const call = { at: this.output.push(item) - 1, item };
    this.calls.set(at, call);
    return call;
  }

  private closeCall(call: Building): DialectObject[] {
    const { item, written = '' } = call;
    item.status = 'completed';
    if (item.type === 'tool_search_call') {
      item.arguments = argumentsIn(written);
      return [itemEvent('done', call)];
    }
    if (item.type === 'function_call') {
      const done = { type: 'response.function_call_arguments.done', ...place(call), name: item.name };
      return [{ ...done, arguments: written }, itemEvent('done', call)];
    }
    const input = inputIn(written);
    item.input = input;
    const name = 'response.custom_tool_call_input';
    return [
      { type: `${name}.delta`, ...place(call), delta: input },
      { type: `${name}.done`, ...place(call), input },
      itemEvent('done', call),
    ];
  }
}

/** Returns the arguments of a search for tools. @throws AppError `provider_failed` if they are no object */
function argumentsIn(written: string): DialectObject {
  try {
    const called: unknown = JSON.parse(written);
    if (isRecord(called)) return called;
  } catch {
    // The arguments are no JSON.
  }
  throw notUnderstood();
}

const place = ({ at, item, part }: Building): DialectObject => ({
  item_id: item.id,
  output_index: at,
  ...(part && { content_index: part.at }),
});

const itemEvent = (what: 'added' | 'done', { at, item }: Building): DialectObject => ({
  type: `response.output_item.${what}`,
  output_index: at,
  item: structuredClone(item),
});

function partOf(type: PartType, text: string): DialectObject {
  if (type === 'refusal') return { type, refusal: text };
  return type === 'reasoning_text' ? { type, text } : { type, text, annotations: [], logprobs: [] };
}
