import type { Restorer, RestoringText } from '@app/anonymization';
import { tooLarge, type DialectObject } from '@app/llm';
import type { RestoringParts } from '@app/private-model';
import { isObject, type JsonObject } from './json';

export interface Restoring {
  restorer: Restorer;
  /** Whether the caller asked for JSON. */
  json: boolean;
  /** The caller's identifiers, by the identifier that was sent instead. */
  identifiers: ReadonlyMap<string, string>;
}

/**
 * Returns whether the usage is part of the answer. The service always asks for it, but a caller that did not ask must not
 * get the chunk with it.
 */
const showsUsage = ({ stream, stream_options: options }: JsonObject): boolean =>
  stream !== true || (isObject(options) && options.include_usage === true);

/** Fields of a message, or of its delta, that contain the model's text. */
const WRITTEN_FIELDS = ['content', 'refusal', 'reasoning_content', 'reasoning'] as const;

/** The prefix of the key of a call's arguments. */
const CALL = 'call ';

interface ToolCall {
  index?: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}

interface Choice {
  index?: number;
  /** Present in a whole answer. */
  message?: DialectObject;
  /** Present in a chunk. */
  delta?: DialectObject | null;
  finish_reason?: string | null;
}

/**
 * Restores an answer, whole or chunk by chunk. Every choice and every call is restored on its own. Text of a stream that
 * was held back is returned with the last chunk of its choice. A whole message is a stream of one piece.
 */
export class RestoringAnswer implements RestoringParts<DialectObject, DialectObject> {
  /** The texts that have begun, by choice. */
  private readonly choices = new Map<number, Map<string, RestoringText>>();

  /** @param given the caller's own body */
  constructor(
    private readonly restoring: Restoring,
    private readonly given: JsonObject = {},
  ) {}

  async write({ usage, ...part }: DialectObject): Promise<DialectObject[]> {
    const isShown = showsUsage(this.given);
    const choices: Choice[] = [];
    for (const [at, choice] of (part.choices as Choice[]).entries()) {
      const { index = at, message } = choice;
      if (message) choices.push({ ...choice, message: await this.restore(index, message, true) });
      else choices.push(await this.chunk(choice));
    }
    return choices.length === 0 && !isShown
      ? []
      : [{ ...part, choices, ...(isShown && usage !== undefined && { usage }) }];
  }

  async end(): Promise<DialectObject[]> {
    return [];
  }

  private async chunk(choice: Choice): Promise<Choice> {
    const { index = 0 } = choice;
    const delta = await this.restore(index, choice.delta ?? {}, false);
    if (choice.finish_reason) await this.finish(index, delta);
    return { ...choice, delta };
  }

  /** @param whole whether its texts are complete */
  private async restore(choice: number, written: DialectObject, whole: boolean): Promise<DialectObject> {
    const restored = { ...written };
    for (const field of WRITTEN_FIELDS) {
      const text = written[field];
      if (typeof text === 'string') restored[field] = await this.text(choice, field, text, whole);
    }
    if (!Array.isArray(written.tool_calls)) return restored;
    const calls: ToolCall[] = [];
    for (const [at, call] of (written.tool_calls as ToolCall[]).entries()) {
      const named = this.named(call);
      const key = `${CALL}${whole ? at : (call.index ?? 0)}`;
      const text = named.function?.arguments;
      if (typeof text !== 'string') calls.push(named);
      else
        calls.push({
          ...named,
          function: { ...named.function, arguments: await this.text(choice, key, text, whole) },
        });
    }
    return { ...restored, tool_calls: calls };
  }

  /** Replaces the sent identifiers of a call by the caller's. */
  private named(call: ToolCall): ToolCall {
    const { identifiers } = this.restoring;
    const own = (sent: string | undefined): string | undefined =>
      sent === undefined ? undefined : (identifiers.get(sent) ?? sent);
    const id = own(call.id);
    const name = own(call.function?.name);
    return {
      ...call,
      ...(id !== undefined && { id }),
      ...(name !== undefined && { function: { ...call.function, name } }),
    };
  }

  private async finish(choice: number, delta: DialectObject): Promise<void> {
    const texts = this.choices.get(choice) ?? new Map<string, RestoringText>();
    this.choices.delete(choice);
    const late: ToolCall[] = [];
    for (const [key, text] of texts) {
      const rest = await text.end();
      if (!rest) continue;
      if (key.startsWith(CALL))
        late.push({ index: Number(key.slice(CALL.length)), function: { arguments: rest } });
      else delta[key] = `${typeof delta[key] === 'string' ? delta[key] : ''}${rest}`;
    }
    if (late.length > 0) delta.tool_calls = [...((delta.tool_calls ?? []) as ToolCall[]), ...late];
  }

  private async text(choice: number, key: string, piece: string, whole: boolean): Promise<string> {
    const texts = this.choices.get(choice) ?? new Map<string, RestoringText>();
    const text = texts.get(key) ?? this.begin(key);
    if (whole) return (await text.write(piece)) + (await text.end());
    this.choices.set(choice, texts.set(key, text));
    return text.write(piece);
  }

  private begin(key: string): RestoringText {
    const { restorer, json } = this.restoring;
    const isJson = key.startsWith(CALL) || (json && key === 'content');
    return isJson ? restorer.beginJson(tooLarge) : restorer.begin();
  }
}

/** Returns everything that the model wrote, for counting. */
export const writtenText = ({ choices }: DialectObject): string =>
  (choices as Choice[])
    .flatMap(({ message, delta }) => {
      const { tool_calls: calls, ...fields } = { ...message, ...delta };
      const written = WRITTEN_FIELDS.map((field) => fields[field]).filter((text) => typeof text === 'string');
      const called = Array.isArray(calls) ? (calls as ToolCall[]) : [];
      return [...written, ...called.map((call) => call.function?.arguments ?? '')];
    })
    .join('');
